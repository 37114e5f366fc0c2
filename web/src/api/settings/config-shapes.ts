/** Checked as api/http/shapes.ts says; apart from shapes.ts, which every page loads. */
export { MailTest, ShownSiteConfig, SiteState } from '@vehicle-control/protocol'
