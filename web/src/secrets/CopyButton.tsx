import '@mantine/core/styles/Input.css'
import { Box, Button, Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { SECRET_TEXTS } from '../texts/account/secrets.ts'
import { copyText } from './copy-text.ts'
import classes from './secrets.module.css'

interface CopyButtonProps {
  /** The button's word; left out, «Copiar». */
  label?: string
  /** What is copied, in words. */
  what: string
  text: string
  onCopied?: () => void
}

/** Copies a text, or shows it to be copied by hand. */
export function CopyButton({ label, what, text, onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ of: string; isCopied: boolean } | null>(null)
  const now = outcome?.of === text ? outcome : null
  const copy = async () => {
    const isCopied = await copyText(text)
    setOutcome({ of: text, isCopied })
    onCopied?.()
  }
  return (
    <Box className="row" fz="0.8125rem">
      <Button
        variant="default"
        aria-label={label ?? SECRET_TEXTS.copyOf(what)}
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {label ?? SECRET_TEXTS.copy}
      </Button>
      <output>{now?.isCopied && SECRET_TEXTS.copied(what)}</output>
      {now?.isCopied === false && <ManualCopy text={text} />}
    </Box>
  )
}

/** A text to be copied by hand: it is selected when it appears. */
function ManualCopy({ text }: { text: string }) {
  return (
    <Textarea
      className={classes.manual}
      flex="1 0 100%"
      label={SECRET_TEXTS.manual}
      description={SECRET_TEXTS.manualHint}
      value={text}
      rows={Math.min(6, text.trimEnd().split('\n').length + 1)}
      readOnly
      ref={choose}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  )
}

function choose(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.select()
}
