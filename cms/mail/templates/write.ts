import { render, toPlainText } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import type { MailContent } from '../contract.ts'
import { type Action, ActionMail } from './ActionMail.tsx'
import { type Code, CodeMail } from './CodeMail.tsx'

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

/**
 * A mail with a code. Its last line is what phones fill a code in by, on the site's own host and on no
 * other (https://wicg.github.io/sms-one-time-codes/).
 */
export async function writeCode(mail: Code): Promise<MailContent> {
  const content = await write(mail.subject, createElement(CodeMail, mail))
  const host = new URL(mail.house.siteUrl).hostname.replace(/^www\./, '')
  return { ...content, text: `${content.text.trimEnd()}\n\n@${host} #${mail.code}` }
}
