// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { FORM_TEXTS } from '../texts/forms.ts'
import { DraftNotice } from './DraftNotice.tsx'

it('goes as its form is sent, which stays', async () => {
  const form = (
    <form aria-label="x" onSubmit={(event) => event.preventDefault()}>
      <DraftNotice isShown />
      <input />
    </form>
  )
  await renderApp({ path: '/', role: 'admin', instead: form })
  expect(screen.getByText(FORM_TEXTS.restored)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  fireEvent.submit(screen.getByRole('form'))
  expect(screen.queryByText(FORM_TEXTS.restored)).toBeNull()
})
