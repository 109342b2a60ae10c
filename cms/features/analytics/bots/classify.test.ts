import { expect, test } from 'vitest'
import { botAtStart } from './classify.ts'
import { type BotFacts, botOf } from './rules.ts'

const personFacts: BotFacts = {
  isBotAgent: false,
  isDataCenter: false,
  isReferrerSpam: false,
  isAutomated: false,
  isSilent: false,
  isBusy: false,
}

test.each<[Partial<BotFacts>, ReturnType<typeof botOf>]>([
  [{}, null],
  [{ isBotAgent: true, isDataCenter: true, isSilent: true }, 'agent'],
  [{ isDataCenter: true, isBusy: true }, 'network'],
  [{ isReferrerSpam: true, isAutomated: true }, 'referrer'],
  [{ isAutomated: true }, 'behaviour'],
  [{ isSilent: true }, 'behaviour'],
  [{ isBusy: true }, 'behaviour'],
])('the bot kind of a visit with %o is %s', (facts, expected) =>
  expect(botOf({ ...personFacts, ...facts })).toBe(expected),
)

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

test.each([
  [chrome, null],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'agent'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/138.0.0.0 Safari/537.36',
    'agent',
  ],
  ['curl/8.5.0', 'agent'],
  ['', 'agent'],
  [' ', 'agent'],
])('the bot kind of a new visit with the user agent “%s” is %s', (userAgent, expected) =>
  expect(
    botAtStart({ userAgent, isDataCenter: false, isReferrerSpam: false, isAutomated: false }),
  ).toBe(expected),
)
