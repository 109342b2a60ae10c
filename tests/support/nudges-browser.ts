import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { LocalSubscription } from './push-service.ts'

export const nudgeOn = (page: Page): Locator => page.getByRole('button', { name: 'Nudge' })

/** Posts a message to the page's own window, as its scripts get it. */
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
export const storeNudge = (page: Page, key: string, value: unknown): Promise<void> =>
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
 * Gives the pages of a context a push manager whose subscriptions are those of the local push service,
 * because this browser cannot reach a real one.
 */
export const fakePushManager = (
  context: BrowserContext,
  subscription: LocalSubscription,
): Promise<unknown> =>
  context.addInitScript((given) => {
    const key = 'test-subscribed'
    const make = () => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(key)
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(key) ? make() : null),
      subscribe: async () => {
        localStorage.setItem(key, '1')
        return make()
      },
    })
  }, subscription)

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
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: payload,
  })
  await session.detach()
}

/** Titles of the notifications that the service worker shows. */
export const shownNotifications = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title }) => title)
  })
