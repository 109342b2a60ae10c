import { expect, test } from 'vitest'
import type { Nudge } from './message.ts'
import { clearAfterMs, createPending } from './pending.ts'

const nudgeTo = (url: string, more: Partial<Nudge> = {}): Nudge => ({
  url,
  id: null,
  token: null,
  title: '',
  text: '',
  expiresAtMs: null,
  ...more,
})

/** A tab with its own session storage. Tabs of one browser have the same `claimed` ids. */
function tab(claimed = new Set<string>(), stored = new Map<string, string>()) {
  const shown: (string | null)[] = []
  const forgotten: string[] = []
  const delayed: (() => void)[] = []
  const clock = { now: 1_000 }
  const pending = createPending({
    tabStorage: {
      read: (key) => stored.get(key) ?? null,
      write: (key, value) => {
        if (value === null) stored.delete(key)
        else stored.set(key, value)
      },
    },
    show: (nudge) => shown.push(nudge?.url ?? null),
    forget: ({ url }) => forgotten.push(url),
    claim: async (id) => !claimed.has(id) && Boolean(claimed.add(id)),
    now: () => clock.now,
    schedule: (run) => delayed.push(run),
  })
  return { pending, stored, shown, forgotten, delayed, clock }
}

test('a nudge is kept in session storage and shown', async () => {
  const { pending, stored, shown } = tab()
  expect(await pending.set(nudgeTo('/beer'))).toBe(true)
  expect(stored.get('nudge_url')).toBe('/beer')
  expect(shown).toEqual(['/beer'])
})

test('a click sets the clicked flag and removes the nudge from session storage and the database', async () => {
  const { pending, stored, shown, forgotten } = tab()
  await pending.set(nudgeTo('/beer'))
  pending.click(nudgeTo('/beer'))
  expect(stored.get('nudge_clicked')).toBe('true')
  expect(stored.has('nudge_url')).toBe(false)
  expect(shown.at(-1)).toBe(null)
  expect(forgotten).toEqual(['/beer'])
})

test('the backup clear after a click removes the nudge if another script has restored it', async () => {
  const { pending, stored, delayed } = tab()
  await pending.set(nudgeTo('/beer'))
  pending.click(nudgeTo('/beer'))
  stored.set('nudge_url', '/beer')
  for (const run of delayed) run()
  expect(stored.has('nudge_url')).toBe(false)
})

test('the backup clear after a click keeps a nudge that arrived after the click', async () => {
  const { pending, stored, shown, delayed } = tab()
  await pending.set(nudgeTo('/beer'))
  pending.click(nudgeTo('/beer'))
  await pending.set(nudgeTo('/beer'))
  for (const run of delayed) run()
  expect(stored.get('nudge_url')).toBe('/beer')
  expect(shown.at(-1)).toBe('/beer')
})

test('a new nudge replaces the pending one and resets the clicked flag', async () => {
  const { pending, stored, shown } = tab()
  await pending.set(nudgeTo('/beer'))
  stored.set('nudge_clicked', 'true')
  await pending.set(nudgeTo('/hall'))
  expect(stored.has('nudge_clicked')).toBe(false)
  expect(shown.at(-1)).toBe('/hall')
})

test('a nudge ends after ten minutes, counted across all documents of the tab', async () => {
  const first = tab()
  await first.pending.set(nudgeTo('/beer'))
  const next = tab(new Set(), first.stored)
  next.clock.now += clearAfterMs - 1
  next.pending.sync()
  expect(next.shown).toEqual(['/beer'])
  next.clock.now += 1
  next.pending.sync()
  expect(next.shown.at(-1)).toBe(null)
  expect(next.stored.has('nudge_url')).toBe(false)
})

test.each(['"x"', '{}', 'null', '1e300'])(
  'a nudge ends although another script wrote %s as its end',
  async (until) => {
    const { pending, stored, shown, clock } = tab()
    stored.set('nudge_url', '/beer')
    stored.set('nudge_details', `{"url":"/beer","until":${until}}`)
    pending.sync()
    expect(shown).toEqual(['/beer'])
    clock.now += clearAfterMs
    pending.sync()
    expect(shown.at(-1)).toBe(null)
  },
)

test('a nudge that expires within ten minutes ends when it expires', async () => {
  const { pending, shown, clock } = tab()
  await pending.set(nudgeTo('/beer', { expiresAtMs: 61_000 }))
  clock.now = 61_000
  pending.sync()
  expect(shown.at(-1)).toBe(null)
})

test('an expired nudge is not shown', async () => {
  const { pending, shown } = tab()
  expect(await pending.set(nudgeTo('/beer', { expiresAtMs: 1_000 }))).toBe(false)
  expect(shown).toEqual([])
})

test('a nudge with an id is shown in only one tab, and only once', async () => {
  const claimed = new Set<string>()
  const [first, second] = [tab(claimed), tab(claimed)]
  expect(await first.pending.set(nudgeTo('/beer', { id: '7' }))).toBe(true)
  expect(await second.pending.set(nudgeTo('/beer', { id: '7' }))).toBe(false)
  expect(await first.pending.set(nudgeTo('/beer', { id: '7' }))).toBe(false)
  expect(first.shown).toEqual(['/beer'])
  expect(second.shown).toEqual([])
})

test('a link that another script wrote to session storage is shown at the next sync', () => {
  const { pending, stored, shown } = tab()
  stored.set('nudge_url', '/hall')
  pending.sync()
  pending.sync()
  expect(shown).toEqual(['/hall'])
  stored.delete('nudge_url')
  pending.sync()
  expect(shown.at(-1)).toBe(null)
})

test.each(['undefined', ''])('the link %j in session storage is no nudge', (url) => {
  const { pending, stored, shown } = tab()
  stored.set('nudge_url', url)
  stored.set('nudge_details', '{')
  pending.sync()
  expect(shown).toEqual([])
})
