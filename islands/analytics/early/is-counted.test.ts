import { expect, test, vi } from 'vitest'
import { optOutCookie } from '../../../cms/features/analytics/rules.ts'
import { isCounted } from './is-counted.ts'

const visitor = { cookie: '', signal: false, editing: undefined as string | undefined, top: 1 }

test.each([
  [visitor, true],
  [{ ...visitor, cookie: 'analytics=on; other=off' }, true],
  [{ ...visitor, cookie: 'myanalytics=off' }, true],
  [{ ...visitor, cookie: `${optOutCookie.name}=${optOutCookie.value}` }, false],
  [{ ...visitor, cookie: 'a=b; analytics=off; c=d' }, false],
  [{ ...visitor, signal: true }, false],
  [{ ...visitor, top: 2 }, false],
  [{ ...visitor, editing: 'edit' }, false],
])('a visit with %j is counted: %j', ({ cookie, signal, editing, top }, expected) => {
  vi.stubGlobal('self', 1)
  vi.stubGlobal('top', top)
  vi.stubGlobal('navigator', { globalPrivacyControl: signal })
  vi.stubGlobal('document', { cookie, documentElement: { dataset: { editing } } })
  expect(isCounted()).toBe(expected)
})
