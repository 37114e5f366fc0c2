import { Button } from '@mantine/core'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { FACTOR_TEXTS as TEXTS } from '../../texts/account/second-factor.ts'

interface FormButtonsProps {
  isBusy: boolean
  submit: string
  /** Left out where there is no way back. */
  back?: { label: string; leave: () => void } | undefined
}

/** The end of a form of the second factor. */
export function FormButtons({ isBusy, submit, back }: FormButtonsProps) {
  return (
    <>
      <SubmitButton isBusy={isBusy}>{isBusy ? TEXTS.sending : submit}</SubmitButton>
      {back && (
        <Button variant="default" size="md" onClick={back.leave}>
          {back.label}
        </Button>
      )}
    </>
  )
}
