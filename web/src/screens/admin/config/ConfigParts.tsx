import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { DIAGNOSTICS_PATH, siteConfigQuery } from '../../../api/settings/site-config.ts'
import { useApp } from '../../../app-parts.ts'
import { LaterPart } from '../../../components/LaterPart.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { CONFIG_TEXTS as TEXTS } from '../../../texts/admin/admin-config.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { PLAN_TEXTS } from '../../../texts/admin/site-plan.ts'
import { STATE_TEXTS } from '../../../texts/admin/site-state.ts'
import { ListBanner } from '../list/ListBanner.tsx'
import { problemText } from '../list/problem-text.ts'
import classes from './config.module.css'
import { FixedList } from './FixedList.tsx'
import { MailTester } from './MailTester.tsx'
import { SettingsForm } from './settings/SettingsForm.tsx'
import { SettingsOnPaper } from './settings/SettingsOnPaper.tsx'
import { StateBoard } from './state/StateBoard.tsx'

const SitePlanCard = lazyPart(async () => (await import('./plan/SitePlanCard.tsx')).SitePlanCard)

/** The tab «Config», for superadmins: how the hub stands, how it is set, and what of that they set. */
export function ConfigParts() {
  const app = useApp()
  const timeZone = useSiteTimeZone(app)
  const { data: config, error, refetch } = useQuery(siteConfigQuery(app.api))
  const mailer = config?.fixed.find(({ name }) => name === 'mailer')?.value ?? null
  return (
    <div className={classes.parts}>
      <Part title={STATE_TEXTS.title} isWide>
        {timeZone ? (
          <StateBoard timeZone={timeZone} />
        ) : (
          <output>{ADMIN_TEXTS.list.loading}</output>
        )}
      </Part>
      <Part title={TEXTS.settings.title}>
        <p className="hint no-print">{TEXTS.settings.intro}</p>
        <ListBanner problem={error && problemText(error)} onRetry={() => void refetch()} />
        {config ? (
          <>
            <SettingsForm config={config} />
            <SettingsOnPaper settings={config.settings} />
          </>
        ) : (
          error === null && <output>{ADMIN_TEXTS.list.loading}</output>
        )}
      </Part>
      <div className="stack" data-gap="page">
        {config && (
          <Part title={TEXTS.mail.title} isOfScreen>
            <MailTester server={mailer === null ? null : String(mailer)} />
          </Part>
        )}
        <Part title={TEXTS.diagnostics.title} isOfScreen>
          <p>{TEXTS.diagnostics.what}</p>
          <div>
            <Button
              component="a"
              href={DIAGNOSTICS_PATH}
              download
              variant="default"
              classNames={{ root: classes.download, label: classes.words }}
            >
              {TEXTS.diagnostics.download}
            </Button>
          </div>
        </Part>
      </div>
      <Part title={PLAN_TEXTS.title} isWide>
        <LaterPart fallback={<output>{ADMIN_TEXTS.list.loading}</output>}>
          <SitePlanCard />
        </LaterPart>
      </Part>
      {config && (
        <Part title={TEXTS.fixed.title} isWide>
          <p className="hint">{TEXTS.fixed.intro}</p>
          <FixedList fixed={config.fixed} />
        </Part>
      )}
    </div>
  )
}

interface PartProps {
  title: string
  isWide?: boolean
  /** It has nothing for paper. */
  isOfScreen?: boolean
  children: ReactNode
}

function Part({ title, isWide = false, isOfScreen = false, children }: PartProps) {
  const id = useId()
  return (
    <section
      className={`${classes.part} ${isOfScreen ? 'no-print' : ''}`}
      aria-labelledby={id}
      data-wide={isWide || undefined}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
