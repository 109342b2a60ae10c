import type { MailColors } from '../mail/templates/styles.ts'
import { letteringOn, smallPrintSpot } from './contrast.ts'
import { inksOf, type Sheet } from './inks.ts'

/** The colours of mails that look like the page of a room, or like the home page. */
export function mailColorsOf(sheet: Sheet): MailColors {
  const inks = inksOf(sheet)
  const spot = smallPrintSpot(sheet) === 'a' ? inks.spotA : inks.spotB
  return { name: sheet, spot, onSpot: letteringOn(inks, spot) }
}
