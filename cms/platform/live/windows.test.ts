import { expect, test } from 'vitest'
import { serverSentEvent } from './events.ts'
import { windowsPerClient } from './rules.ts'
import { createWindows, type LiveWindow, perWindow } from './windows.ts'

const viewer = { member: null, staff: null, device: null, topics: new Set<string>() }

function connect(windows: ReturnType<typeof createWindows>, client = 'one') {
  let opened: LiveWindow | undefined
  const result = windows.open({ ...viewer, client }, (window) => {
    opened = window
  })
  if ('refused' in result) throw new Error(result.refused)
  return { body: result.body, window: opened as LiveWindow }
}
const readAll = async (body: ReadableStream<Uint8Array>) => new Response(body).text()

test('a window gets a greeting, events and heartbeats until it is closed', async () => {
  const windows = createWindows()
  const { body, window } = connect(windows)
  window.write('event: nudge\n\n')
  windows.beat()
  windows.closeAll()
  expect(await readAll(body)).toBe('retry: 5000\n\nevent: nudge\n\n: \n\n')
  expect(windows.all()).toEqual([])
  // A write to a closed window has no effect.
  window.write('x')
  expect(windows.open({ ...viewer, client: 'one' }, () => {})).toEqual({ refused: 'full' })
})

test('a window that is closed by the browser is forgotten', async () => {
  const windows = createWindows()
  const { body } = connect(windows)
  await body.cancel()
  expect(windows.all()).toEqual([])
  windows.beat()
})

test('a window that does not read its events is disconnected', async () => {
  const windows = createWindows()
  const { window } = connect(windows)
  for (let n = 0; n < 100; n++) window.write('x')
  expect(windows.all()).toEqual([])
})

test('a window is closed at a beat when its session has lost its rights', async () => {
  const windows = createWindows()
  let isAllowed = true
  const viewed = { ...viewer, client: 'one', isStillAllowed: async () => isAllowed }
  windows.open(viewed, () => {})
  const failing = {
    ...viewer,
    client: 'two',
    isStillAllowed: () => Promise.reject(new Error('no database')),
  }
  windows.open(failing, () => {})
  windows.beat()
  await Promise.resolve()
  expect(windows.all()).toHaveLength(2)
  isAllowed = false
  windows.beat()
  await new Promise(setImmediate)
  expect(windows.all().map(({ client }) => client)).toEqual(['two'])
})

test('a window is connected for an hour at most, so that its session is checked again', async () => {
  let now = 0
  const windows = createWindows({ now: () => now })
  const { body } = connect(windows)
  now = 60 * 60_000
  windows.beat()
  expect(await readAll(body)).toBe('retry: 5000\n\n')
})

test('a client may have at most a thousand windows', () => {
  const windows = createWindows()
  for (let n = 0; n < windowsPerClient; n++) connect(windows)
  expect(() => connect(windows)).toThrow('client')
  expect(() => connect(windows, 'two')).not.toThrow()
})

test('when the maximum number of windows is connected, a window of another network replaces one of the network with the most windows', () => {
  const windows = createWindows({ most: 6 })
  const first = connect(windows, '192.0.2.1')
  for (let n = 1; n < 6; n++) connect(windows, `192.0.${n}.2`)
  expect(() => connect(windows, '192.0.9.9')).toThrow('full')
  for (let n = 0; n < 3; n++) connect(windows, `198.51.${n}.1`)
  expect(windows.all()).toHaveLength(6)
  expect(windows.all()).not.toContain(first.window)
  // Both networks have three windows now.
  expect(() => connect(windows, '198.51.9.1')).toThrow('full')
  expect(() => connect(windows, '203.0.113.1')).not.toThrow()
})

test('closed windows do not count towards the limit of a client', async () => {
  const windows = createWindows()
  for (let n = 0; n < windowsPerClient; n++) await connect(windows).body.cancel()
  expect(() => connect(windows)).not.toThrow()
})

test('a text with line breaks stays in one event', () => {
  const nudge = { id: '7', token: 't', url: '/', title: '', text: '1\n\nevent: x', expires_at: 1 }
  const lines = serverSentEvent('nudge', nudge).split('\n')
  expect(lines[0]).toBe('event: nudge')
  expect(JSON.parse(lines[1]?.slice('data: '.length) ?? '')).toEqual(nudge)
  expect(lines.slice(2)).toEqual(['', ''])
})

test('a topic finds the windows that follow it', () => {
  const windows = createWindows()
  connect(windows)
  let follower: LiveWindow | undefined
  windows.open({ ...viewer, client: 'one', topics: new Set(['sheet']) }, (window) => {
    follower = window
  })
  expect(windows.of('sheet')).toEqual([follower])
  expect(windows.of('menu')).toEqual([])
  expect(windows.all()).toHaveLength(2)
})

test('what a topic remembers of a window is kept for this window only', () => {
  const windows = createWindows()
  const [one, other] = [connect(windows).window, connect(windows).window]
  const seen = perWindow(() => new Set<number>())
  seen(one).add(7)
  expect(seen(one).has(7)).toBe(true)
  expect(seen(other).has(7)).toBe(false)
})
