import { expect, test, vi } from 'vitest'

test('events before the tracker is loaded wait with their page, time and id, and are passed on once', async () => {
  vi.resetModules()
  const { onTrack, track, waitingEvents } = await import('./track.ts')
  vi.stubGlobal('location', { pathname: '/cafe' })
  track('newsletter_panel')
  track('nudge_clicked', { source: 'nudge' })
  vi.stubGlobal('location', { pathname: '/beer' })
  const before = waitingEvents()
  expect(before).toMatchObject([
    { type: 'event', name: 'newsletter_panel', path: '/cafe', id: expect.any(String) },
    { name: 'nudge_clicked' },
  ])
  const handler = vi.fn()
  onTrack(handler)
  track('gate_opened')
  expect(handler.mock.calls).toEqual([
    [before[0], undefined],
    [before[1], { source: 'nudge' }],
    [expect.objectContaining({ name: 'gate_opened', path: '/beer' }), undefined],
  ])
  expect(waitingEvents()).toEqual([])
})
