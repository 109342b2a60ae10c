import { createElement } from 'react'
import type { MailBranding } from '../../../platform/mail/branding.ts'
import { headerText } from '../../../platform/mail/rules.ts'
import { renderMail } from '../../../platform/mail/templates/render.ts'
import type { Menu } from '../../venue/contract.ts'
import { mailColorsOf } from '../../venue/look/mail-colors.ts'
import type { Edition, NewEdition } from '../queries/editions.ts'
import { maxLengths } from '../rules.ts'
import { isPage, toAbsolute } from './address.ts'
import { areaOf } from './area.ts'
import type { LetterBody } from './body.ts'
import { LetterMail } from './LetterMail.tsx'
import { type DietLabel, mailElements } from './mail-elements.tsx'
import {
  linkMark,
  notificationsMark,
  unsubscribeMark,
  withFallbackNames,
  withoutMarks,
} from './personalise.ts'
import { type Embedded, firstWords, renderBody } from './render-body.tsx'

type Options = {
  branding: MailBranding
  currency: string
  dietLabel: DietLabel
  embedded: Embedded
  /** The URL of the letter's page; null if it has none. */
  webUrl: string | null
}

/** Renders a letter as a mail with marks where the mails of its readers differ. */
export async function renderEdition(
  letter: { subject: string; preheader: string | null; body: LetterBody },
  { branding, currency, dietLabel, embedded, webUrl }: Options,
): Promise<NewEdition> {
  const { body } = letter
  const links: Edition['links'] = []
  const menus: Menu[][] = []
  const colors = mailColorsOf(areaOf(body))
  const elements = mailElements({
    siteUrl: branding.siteUrl,
    colors,
    currency,
    dietLabel,
    hrefOf: (address, label) => {
      if (!isPage(address)) return address
      links.push({ url: toAbsolute(address, branding.siteUrl), label: withFallbackNames(label) })
      return linkMark(links.length - 1)
    },
  })
  const parts = renderBody(body, elements, {
    ...embedded,
    menus: (fields) => {
      const found = embedded.menus(fields)
      menus.push(found)
      return found
    },
  })
  const preheader =
    withoutMarks(letter.preheader?.trim() ?? '') || firstWords(body, maxLengths.preheader)
  const subject = headerText(embedded.text(withoutMarks(letter.subject)))
  const own = { leaveUrl: unsubscribeMark, notificationsUrl: notificationsMark }
  const props = { branding, colors, subject, webUrl, ...own }
  const { html, text } = await renderMail(
    subject,
    createElement(LetterMail, { ...props, preheader: embedded.text(preheader) }, ...parts),
  )
  return { subject, html, text, links, menus }
}
