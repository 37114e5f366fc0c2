/** Checked as api/http/shapes.ts says. */
export { MailTest, ShownSiteConfig, SiteState } from '@vehicle-control/protocol'
