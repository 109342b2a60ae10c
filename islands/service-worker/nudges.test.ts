import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { linkKind } from '../../cms/features/nudges/rules.ts'

type Client = { url: string; focused?: boolean; visibilityState?: string; frameType?: string }
type Shown = { body: string; tag?: string; icon: string }
type Push = { data?: { json: () => unknown }; notification?: object }

const origin = 'https://site.example'
const nudgeTo = (url: string) => ({ id: '7', token: 'secret', url, title: 'Saison', text: 'Come' })

/** A database as in private windows: every use of it fails. */
const blockedDatabase = {
  open: () => {
    throw new Error('blocked')
  },
}

/** A database whose requests succeed at once, with the stored nudges by key. */
function fakeDatabase(stored: Map<string, object>) {
  const succeed = <Result>(result: Result) => {
    const request = { result, onsuccess: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const objectStore = () => ({
    get: (key: string) => succeed(stored.get(key)),
    put: (value: object, key: string) => stored.set(key, value),
    delete: (key: string) => stored.delete(key),
  })
  const transaction = () => {
    const started = { objectStore, oncomplete: () => {} }
    setTimeout(() => started.oncomplete())
    return started
  }
  return { open: () => succeed({ transaction, close: () => {} }) }
}

/** Runs the worker's script with fakes of the browser's APIs. `done` lists what the script did with them. */
function startWorker(windows: Client[] = [], replies: (() => Response)[] = []) {
  const done: unknown[] = []
  const waits: number[] = []
  const icons: string[] = []
  const handlers = new Map<string, (event: object) => void>()
  const worker = createContext({
    URL,
    Date,
    console: { warn: () => {} },
    indexedDB: blockedDatabase,
    BroadcastChannel: class {
      postMessage = ({ type, url }: { type: string; url: string }) =>
        done.push(['channel', type, url])
      close = () => {}
    },
    fetch: async (path: string, { body }: { body: string }) => {
      done.push([path, JSON.parse(body)])
      return (replies.shift() ?? (() => new Response()))()
    },
    setTimeout: (run: () => void, ms: number) => {
      waits.push(ms)
      run()
    },
    self: {
      location: new URL(`${origin}/sw.js`),
      addEventListener: (type: string, handle: (event: object) => void) =>
        handlers.set(type, handle),
      registration: {
        showNotification: async (title: string, { body, tag, icon }: Shown) => {
          done.push(['notification', title, body, tag])
          icons.push(icon)
        },
        pushManager: {
          subscribe: async (options: object) => {
            done.push(['subscribe', options])
            return { toJSON: () => ({ endpoint: 'https://push.example/2', keys: {} }) }
          },
        },
      },
      clients: {
        matchAll: async () =>
          windows.map((each) => ({
            ...each,
            postMessage: (message: { type: string; clicked?: boolean }) =>
              done.push(['window', each.url, message.type, message.clicked ?? false]),
            focus: async () => done.push(['focus', each.url]),
          })),
        openWindow: async (url: string) => done.push(['open', url]),
      },
    },
  })
  runInContext(readFileSync('public/sw-nudges.js', 'utf8'), worker)
  const handle = async (type: string, event: object) => {
    const work: unknown[] = []
    handlers.get(type)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) })
    await Promise.all(work)
  }
  return { worker: worker as never as Script, done, icons, waits, handle }
}
type Script = {
  nudgeLinkKind: (url: string) => string
  readPush: (event: Push, origin: string) => object
}

const { worker } = startWorker()

test.each([
  ['/', 'path'],
  ['/beer#taps', 'path'],
  ['https://tickets.example', 'tab'],
  ['http://tickets.example', 'tab'],
  ['https://', 'inert'],
  ['http://a b', 'inert'],
  ['javascript:alert(1)', 'inert'],
  ['data:text/html,x', 'inert'],
  ['//evil.example', 'inert'],
  ['/\\evil.example', 'inert'],
  ['/\t/evil.example', 'inert'],
  [' /beer', 'inert'],
  ['httpx://evil.example', 'inert'],
  ['beer', 'inert'],
  ['', 'inert'],
])('the link %j is of kind %s, in the worker as in pages', (url, kind) => {
  expect([worker.nudgeLinkKind(url), linkKind(url)]).toEqual([kind, kind])
})

test('the nudge of a push is read from the payload', () => {
  const nudge = { id: '7', token: 't', url: '/beer', title: 'A', body: 'B', expires_at: 'C' }
  expect({ ...worker.readPush({ data: { json: () => ({ nudge }) } }, origin) }).toEqual({
    id: '7',
    token: 't',
    url: '/beer',
    title: 'A',
    text: 'B',
    icon: '',
    expires_at: 'C',
  })
})

test('a declarative push without data is read from its notification', () => {
  const notification = { title: 'A', body: 'B', navigate: `${origin}/beer`, tag: '7' }
  expect(worker.readPush({ notification }, origin)).toMatchObject({ id: '7', url: '/beer' })
  const data = { id: '7', token: 't', url: '/hall', expires_at: 1 }
  expect({ ...worker.readPush({ notification: { ...notification, data } }, origin) }).toEqual({
    ...data,
    title: 'A',
    text: 'B',
    icon: '',
  })
})

const defaultIcon = '/icons/icon-192.png'
test.each([
  [`${origin}/media/0123456789abcdef/192.png`, '/media/0123456789abcdef/192.png'],
  ['https://evil.example/picture.png', defaultIcon],
  ['//evil.example/picture.png', defaultIcon],
  ['data:image/png;base64,AAAA', defaultIcon],
  [7, defaultIcon],
  [undefined, defaultIcon],
])('a push with the icon %j shows a notification with the icon %s', async (icon, shown) => {
  const { icons, handle } = startWorker()
  await handle('push', { data: { json: () => ({ notification: { title: 'A', icon } }) } })
  expect(icons).toEqual([shown])
})

const broken = () => {
  throw new SyntaxError('no JSON')
}
test.each([
  ['without data', {}],
  ['without JSON', { data: { json: broken } }],
  ['with a list', { data: { json: () => [] } }],
  ['with null', { data: { json: () => null } }],
  ['with a long link', { data: { json: () => ({ nudge: { url: 'a'.repeat(2001) } }) } }],
])('a push %s is shown and not passed to windows', async (_, push) => {
  const { done, handle } = startWorker([{ url: `${origin}/cafe` }])
  await handle('push', push)
  expect(done).toEqual([['notification', 'site.example', '', undefined]])
})

test('a push is shown, reported, and passed to windows even if the database is blocked', async () => {
  const { done, handle } = startWorker([
    { url: `${origin}/cafe` },
    { url: `${origin}/cms/collections` },
    { url: `${origin}/beer`, frameType: 'nested' },
  ])
  const { text, ...nudge } = nudgeTo('/beer')
  await handle('push', { data: { json: () => ({ nudge: { ...nudge, body: text } }) } })
  expect(done).toEqual(
    expect.arrayContaining([
      ['notification', 'Saison', 'Come', '7'],
      ['/api/nudge/seen', { token: 'secret', event: 'shown' }],
      ['window', `${origin}/cafe`, 'SHOW_NUDGE', false],
      ['channel', 'SHOW_NUDGE', '/beer'],
    ]),
  )
  expect(done).toHaveLength(4)
})

const busy = (status: number, seconds: string) => () =>
  new Response(null, { status, headers: { 'retry-after': seconds } })
const unreachable = () => {
  throw new TypeError('offline')
}
test.each([
  ['that succeeds is sent once', [], 1, []],
  ['that is refused is sent once', [busy(400, '2')], 1, []],
  ['to a busy server is sent again', [busy(429, '7')], 2, [7]],
  ['to a server that starts is sent again', [busy(503, '3')], 2, [3]],
  ['to a busy server is sent twice at most', [busy(429, '7'), busy(429, '7')], 2, [7]],
  ['to a server that is busy for ten minutes is sent once', [busy(429, '600')], 1, []],
  ['without a connection is sent again once', [unreachable, unreachable], 2, [5]],
])('a report %s', async (_, replies, times, seconds) => {
  const { done, waits, handle } = startWorker([], replies)
  await handle('push', { data: { json: () => ({ nudge: { token: 'secret' } }) } })
  const report = ['/api/nudge/seen', { token: 'secret', event: 'shown' }]
  expect(done.slice(1)).toEqual(Array.from({ length: times }, () => report))
  // The worker adds a random time of up to ten seconds.
  const tooShort = waits.filter((ms, n) => ms < (seconds[n] ?? 0) * 1000)
  const tooLong = waits.filter((ms, n) => ms > (seconds[n] ?? 0) * 1000 + 10_000)
  expect([waits.length, tooShort, tooLong]).toEqual([seconds.length, [], []])
})

test('a push that the browser does not show is reported as received', async () => {
  const { worker, done, handle } = startWorker()
  Object.assign((worker as never as { self: { registration: object } }).self.registration, {
    showNotification: () => Promise.reject(new TypeError('no permission')),
  })
  const push = handle('push', { data: { json: () => ({ nudge: { token: 'secret' } }) } })
  await expect(push).rejects.toThrow('no permission')
  expect(done).toEqual([['/api/nudge/seen', { token: 'secret', event: 'received' }]])
})

test.each([
  ['a text', 'NUDGE_RECEIVED'],
  ['null', null],
  ['the type SHOW_NUDGE', { type: 'SHOW_NUDGE', url: '/beer' }],
  ['an object as link', { type: 'NUDGE_RECEIVED', url: { href: '/beer' } }],
  ['no link', { type: 'NUDGE_RECEIVED' }],
  ['a link of 1 MB', { type: 'NUDGE_RECEIVED', url: `/${'a'.repeat(1024 * 1024)}` }],
])('a message from a page (%s) has no effect', async (_, data) => {
  const { done, handle } = startWorker([{ url: `${origin}/cafe` }])
  await handle('message', { data, source: { postMessage: () => done.push('reply') } })
  expect(done).toEqual([])
})

const campaign = 'utm_source=nudge&utm_medium=push&utm_campaign=nudge-7'
const openWindows = [
  { url: `${origin}/cafe`, visibilityState: 'hidden' },
  { url: `${origin}/hall`, visibilityState: 'visible' },
]
/** These messages make the windows remove the nudge's button. */
const toldOfClick = openWindows.map(({ url }) => ['window', url, 'SHOW_NUDGE', true])
test.each([
  ['a path', '/beer#taps', [], [['open', `/beer?${campaign}#taps`]]],
  [
    'a path with a campaign',
    '/beer?utm_campaign=spring',
    [],
    [['open', '/beer?utm_campaign=spring&utm_source=nudge&utm_medium=push']],
  ],
  [
    'a path',
    '/beer',
    openWindows,
    [
      ['window', `${origin}/hall`, 'SW_NAVIGATE', true],
      ['focus', `${origin}/hall`],
      ['window', `${origin}/cafe`, 'SHOW_NUDGE', true],
    ],
  ],
  [
    'a full URL',
    'https://tickets.example',
    openWindows,
    [['open', 'https://tickets.example'], ...toldOfClick],
  ],
  ['a refused link', 'javascript:alert(1)', [], [['open', '/']]],
  ['a refused link', '//evil.example', openWindows, [['focus', `${origin}/hall`], ...toldOfClick]],
])(
  'a click on a notification with %s (%s) opens or focuses the right window if the open windows are %j',
  async (_, url, windows, expected) => {
    const { done, handle } = startWorker(windows)
    await handle('notificationclick', { notification: { data: nudgeTo(url), close: () => {} } })
    const clicked = ['/api/nudge/seen', { token: 'secret', event: 'clicked' }]
    expect(done).toHaveLength(expected.length + 1)
    expect(done).toEqual(expect.arrayContaining([...expected, clicked]))
  },
)

test('a click on a notification deletes the stored nudge only if its link could be opened', async () => {
  const { worker, handle } = startWorker()
  const nudge = nudgeTo('/beer')
  const stored = new Map<string, object>([['current', nudge]])
  Object.assign(worker, { indexedDB: fakeDatabase(stored) })
  const { clients } = (worker as never as { self: { clients: object } }).self
  const click = () =>
    handle('notificationclick', { notification: { data: nudge, close: () => {} } })
  const openWindow = Reflect.get(clients, 'openWindow')
  Object.assign(clients, { openWindow: () => Promise.reject(new TypeError('not allowed')) })
  await click()
  expect([...stored.keys()]).toEqual(['current'])
  Object.assign(clients, { openWindow })
  await click()
  expect([...stored.keys()]).toEqual([])
})

test('a replaced subscription is saved; an ended subscription is renewed with its earlier options', async () => {
  const { done, handle } = startWorker()
  const saved = (endpoint: string) => ['/api/push/subscribe', { endpoint, keys: {} }]
  const toJSON = () => ({ endpoint: 'https://push.example/1', keys: {} })
  await handle('pushsubscriptionchange', { newSubscription: { toJSON } })
  expect(done.splice(0)).toEqual([saved('https://push.example/1')])
  const options = { userVisibleOnly: true }
  await handle('pushsubscriptionchange', { oldSubscription: { options } })
  expect(done).toEqual([['subscribe', options], saved('https://push.example/2')])
})
