import { expect, test } from 'vitest'
import { gateToasts } from './texts.ts'

test('the welcome after a passkey has both texts, and time to read them', () => {
  const { title, description, durationMs } = gateToasts.welcomeByPasskey('Common Room')
  expect([title, description]).toEqual([
    'Access Granted',
    `${gateToasts.welcome.description}. ${gateToasts.granted('Common Room').title}`,
  ])
  expect([gateToasts.welcome.durationMs, durationMs]).toEqual([2_000, 5_000])
})
