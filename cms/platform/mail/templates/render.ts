import { render, toPlainText } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import type { MailContent } from '../contract.ts'
import { ActionMail, type ActionMailProps, CodeMail, type CodeMailProps } from './PlainMail.tsx'

export async function renderMail(subject: string, mail: ReactElement): Promise<MailContent> {
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

export const renderActionMail = (action: ActionMailProps): Promise<MailContent> =>
  renderMail(action.subject, createElement(ActionMail, action))

/**
 * A mail with a code. Its last line lets phones fill in the code on the site's own host only
 * (https://wicg.github.io/sms-one-time-codes/).
 */
export async function renderCodeMail(mail: CodeMailProps): Promise<MailContent> {
  const content = await renderMail(mail.subject, createElement(CodeMail, mail))
  const host = new URL(mail.branding.siteUrl).hostname.replace(/^www\./, '')
  return { ...content, text: `${content.text.trimEnd()}\n\n@${host} #${mail.code}` }
}
