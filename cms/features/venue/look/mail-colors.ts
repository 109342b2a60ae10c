import type { MailColors } from '../../../platform/mail/templates/styles.ts'
import { smallTextAccent, textColorOn } from './contrast.ts'
import { type ColorPage, inksOf } from './inks.ts'

/** The colours of mails that look like the page of a room, or like the home page. */
export function mailColorsOf(page: ColorPage): MailColors {
  const inks = inksOf(page)
  const spot = smallTextAccent(page) === 'a' ? inks.spotA : inks.spotB
  return { name: page, spot, onSpot: textColorOn(inks, spot) }
}
