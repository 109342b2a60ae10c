import * as commonGood from './common-good/fallback.ts'
import * as content from './content/fallback/index.ts'
import * as credit from './credit/fallback.ts'
import * as manageEvent from './events/manage/fallback.ts'
import * as letters from './letters/fallback.ts'
import * as members from './members/fallback/index.ts'
import * as newsletter from './newsletter/fallback/index.ts'
import * as nudges from './nudges/fallback/index.ts'

/** The texts that pages show until an editor publishes others: page, section, key, text. */
export const fallback = {
  ...content.fallback,
  ...members.fallback,
  ...credit.fallback,
  ...newsletter.fallback,
  ...letters.fallback,
  ...commonGood.fallback,
  ...manageEvent.fallback,
  ...nudges.fallback,
} satisfies Record<string, Record<string, Record<string, string>>>

/** The name of a page in its content records. `global` is not a page. */
export type PageKey = Exclude<keyof typeof fallback, 'global'>
