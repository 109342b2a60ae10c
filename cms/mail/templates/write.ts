import { render, toPlainText } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import type { MailContent } from '../contract.ts'
import { type Action, ActionMail } from './ActionMail.tsx'

/** What is mailed: a template as HTML, and as text for those who read text. */
export async function write(subject: string, mail: ReactElement): Promise<MailContent> {
  const html = await render(mail)
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table.menu', format: 'dataTable', options: { maxColumnWidth: 56 } },
    ],
  })
  return { subject, html, text, headers: {} }
}

/** A plain mail with a button. */
export const writeAction = (action: Action): Promise<MailContent> =>
  write(action.subject, createElement(ActionMail, action))
