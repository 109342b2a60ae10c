import { type BrowserContext, expect, type Locator, type Page, type Worker } from '@playwright/test'
import type { TestSite } from './current-site.ts'
import type { LocalSubscription } from './push-service.ts'

export const nudgeButtonOn = (page: Page): Locator => page.getByRole('button', { name: 'Nudge' })

/** The checkbox of a topic on `/notifications`. */
export const topicBox = (page: Page, topic: string, way: 'Nudge' | 'Letter'): Locator =>
  page.getByRole('checkbox', { name: `${topic} ${way}`, exact: true })

/** Posts a message to the page's own window, where its scripts receive it. */
export const postToWindow = (page: Page, message: unknown): Promise<void> =>
  page.evaluate((data) => window.postMessage(data, '*'), message)

/** Posts a message on the nudges' channel. */
export const postOnChannel = (page: Page, message: unknown): Promise<void> =>
  page.evaluate((data) => {
    const channel = new BroadcastChannel('nudge-notification')
    channel.postMessage(data)
    channel.close()
  }, message)

/** Stores a value in the local database of nudges. */
export const storeNudgeValue = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(
    ([name, stored]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('nudge-storage', 2)
        request.onupgradeneeded = () => request.result.createObjectStore('nudge')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const transaction = request.result.transaction('nudge', 'readwrite')
          transaction.objectStore('nudge').put(stored, name as string)
          transaction.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
    [key, value],
  )

/** The keys of the local database that have a value. */
export const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const request = indexedDB.open('nudge-storage', 2)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const keys = request.result.transaction('nudge').objectStore('nudge').getAllKeys()
          keys.onsuccess = () => {
            request.result.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )

/**
 * Replaces `PushManager` and the permission for notifications in the pages of a context, because this browser supports
 * neither. A page that subscribes gets a subscription of a local push service. A requested permission is granted.
 */
export const fakePushManager = (
  context: BrowserContext,
  subscription: LocalSubscription,
): Promise<unknown> =>
  context.addInitScript((given) => {
    // A document that was not loaded over HTTP may have no storage.
    if (!location.protocol.startsWith('http')) return
    const subscribed = 'test-subscribed'
    const allowed = 'test-allowed'
    const make = () => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(subscribed)
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(subscribed) ? make() : null),
      subscribe: async () => {
        localStorage.setItem(subscribed, '1')
        return make()
      },
    })
    Object.defineProperty(Notification, 'permission', {
      get: () => (localStorage.getItem(allowed) ? 'granted' : 'default'),
    })
    Notification.requestPermission = async () => {
      localStorage.setItem(allowed, '1')
      return 'granted'
    }
  }, subscription)

/** Opens `/notifications` with a subscription of the local push service, and turns nudges on. */
export async function turnOnNudges(
  page: Page,
  { pushService }: TestSite,
): Promise<LocalSubscription> {
  if (!pushService) throw new Error('The site has no push service.')
  const subscription = pushService.subscribe()
  await fakePushManager(page.context(), subscription)
  await page.goto('/notifications')
  await recordNotifications(page)
  await page.getByRole('button', { name: 'Turn nudges on', exact: true }).click()
  await expect(page.locator('.nudges-device')).toHaveAttribute('data-state', 'on')
  return subscription
}

/** A service worker's global scope, as far as tests use it. */
type WorkerScope = { notifications: Shown[]; registration: object }
type Shown = { title: string; tag: string | undefined }

/** The service worker of the page's site. */
async function workerOf(page: Page): Promise<Worker> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  const worker = page
    .context()
    .serviceWorkers()
    .findLast((each) => each.url() === script)
  if (!worker) throw new Error('The page has no service worker.')
  return worker
}

/** Installs another version of the service worker. A script with another URL counts as another version. */
export const updateWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const changed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    await navigator.serviceWorker.register('/sw.js?version=next')
    await changed
  })

/** Records the notifications that the service worker shows, because this browser shows none. */
export async function recordNotifications(page: Page): Promise<void> {
  const worker = await workerOf(page)
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.notifications = []
    Object.assign(scope.registration, {
      showNotification: async (title: string, { tag }: NotificationOptions) =>
        void scope.notifications.push({ title, tag }),
    })
  })
}

const recorded = async (page: Page): Promise<Shown[]> =>
  (await workerOf(page)).evaluate(() => (globalThis as unknown as WorkerScope).notifications)

/** Titles of the notifications that the service worker has shown. */
export const shownNotifications = async (page: Page): Promise<string[]> =>
  (await recorded(page)).map(({ title }) => title)

/**
 * Titles of the notifications that a person sees if they have closed none: a notification replaces the earlier one with
 * its tag (https://notifications.spec.whatwg.org/#showing-a-notification).
 */
export async function visibleNotifications(page: Page): Promise<string[]> {
  const all = await recorded(page)
  return all
    .filter(({ tag }, at) => !tag || !all.slice(at + 1).some((later) => later.tag === tag))
    .map(({ title }) => title)
}

/** Posts a message from the service worker to all windows. */
export const postFromWorker = async (page: Page, message: object): Promise<void> =>
  (await workerOf(page)).evaluate(async (data) => {
    const { clients } = globalThis as unknown as {
      clients: { matchAll: () => Promise<{ postMessage: (message: object) => void }[]> }
    }
    for (const each of await clients.matchAll()) each.postMessage(data)
  }, message)

/** Delivers a push to the page's service worker, as the browser does when its push service sends one. */
export async function deliverPush(page: Page, payload: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: payload,
  })
  await session.detach()
}
