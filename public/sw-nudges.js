/**
 * Nudges in the service worker: shows each push as a notification, stores the newest nudge for the pages,
 * informs open windows and opens the links of clicked notifications. `sw.js` imports this file.
 */
const nudgeKeys = ['current', 'delivery_pending']
const nudgeChannel = 'nudge-notification'
const longestNudgeUrl = 2000

/** A link's kind, as in `cms/features/nudges/rules.ts`. */
function nudgeLinkKind(url) {
  if (/^https?:\/\//i.test(url)) return URL.canParse(url) ? 'tab' : 'inert'
  return /^\/(?![/\\\s])/.test(url) ? 'path' : 'inert'
}

/** Paths of this site without its origin. */
const withoutOrigin = (url, origin) =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : url

/**
 * The nudge of a push. A browser that supports declarative pushes may pass a notification and no data.
 * Every push is shown, so the result is a nudge even if the push cannot be read.
 * @param {{ data?: { json: () => unknown }, notification?: { title: string, body: string, navigate: string, tag: string, icon: string } }} event
 */
function readPush({ data, notification }, origin) {
  let payload = null
  try {
    payload = data?.json()
  } catch (error) {
    console.warn('A push could not be read:', error)
  }
  const { notification: declared = notification, nudge = declared?.data } = payload ?? {}
  const text = (value) => (typeof value === 'string' ? value : '')
  const url = text(nudge?.url) || withoutOrigin(text(declared?.navigate), origin)
  return {
    id: text(nudge?.id) || text(declared?.tag) || null,
    token: text(nudge?.token) || null,
    url: url.length > longestNudgeUrl ? '' : url,
    title: text(nudge?.title) || text(declared?.title),
    text: text(nudge?.body) || text(declared?.body),
    icon: withoutOrigin(text(declared?.icon), origin),
    expires_at: nudge?.expires_at ?? null,
  }
}

const openNudgeDatabase = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('nudge-storage', 2)
    request.onupgradeneeded = () => {
      const { result } = request
      if (!result.objectStoreNames.contains('nudge')) result.createObjectStore('nudge')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('An older version of the database is open.'))
  })

/** Runs requests on the store in one transaction. A failure is logged: nudges are shown without the store. */
async function changeNudges(change) {
  try {
    const database = await openNudgeDatabase()
    try {
      await new Promise((resolve, reject) => {
        const transaction = database.transaction('nudge', 'readwrite')
        transaction.oncomplete = resolve
        transaction.onabort = () => reject(transaction.error)
        change(transaction.objectStore('nudge'))
      })
    } finally {
      database.close()
    }
  } catch (error) {
    console.warn('The stored nudge could not be changed:', error)
  }
}

const storeNudge = (keys, nudge) =>
  changeNudges((stored) => {
    for (const key of keys) stored.put(nudge, key)
  })

/** Deletes a nudge from the given keys; another nudge that is stored there stays. */
const forgetNudge = (keys, url) =>
  changeNudges((stored) => {
    for (const key of keys) {
      const request = stored.get(key)
      request.onsuccess = () => {
        if (request.result?.url === url) stored.delete(key)
      }
    }
  })

/** The nudge that no window has received yet; null if there is none. */
async function pendingNudge() {
  let found = null
  await changeNudges((stored) => {
    const request = stored.get('delivery_pending')
    request.onsuccess = () => {
      found = request.result ?? null
    }
  })
  const isExpired = found?.expires_at && new Date(found.expires_at) < new Date()
  return found?.url && !isExpired ? found : null
}

/** The wait in ms before a report is sent again; null if the server received it or asks for more than 20 seconds. */
function reportWaitMs(reply) {
  if (reply && reply.status !== 429 && reply.status !== 503) return null
  const seconds = Number(reply?.headers.get('retry-after') || 5)
  // A random part, because all devices at a venue report a nudge at the same moment and may share one address.
  return seconds <= 20 ? (seconds + Math.random() * 10) * 1000 : null
}

/**
 * Reports an event of a nudge to the server; a later event includes the earlier events. A test nudge has no token.
 * The report is sent once more if the server is busy or not reached. A second failure is ignored.
 */
async function reportNudge({ token }, event) {
  if (!token) return
  const send = () =>
    fetch('/api/nudge/seen', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, event }),
      keepalive: true,
    }).catch(() => null)
  const waitMs = reportWaitMs(await send())
  if (waitMs === null) return
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  await send()
}

/** The open windows with pages of the site: the focused window first, then visible windows. */
async function findWindows() {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const rank = ({ focused, visibilityState }) =>
    focused ? 0 : visibilityState === 'visible' ? 1 : 2
  return all
    .filter(({ url, frameType }) => {
      const isAdmin = /^\/(cms|admin)(\/|$)/.test(new URL(url).pathname)
      return !isAdmin && frameType !== 'nested'
    })
    .sort((one, other) => rank(one) - rank(other))
}

async function showNudge(nudge) {
  const { id, title, text, icon } = nudge
  await self.registration.showNotification(title || self.location.host, {
    body: text,
    // Pictures of this site only.
    icon: nudgeLinkKind(icon) === 'path' ? icon : '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    lang: 'en-GB',
    dir: 'auto',
    data: nudge,
    ...(id && { tag: id }),
  })
}

/** Listed windows get the nudge twice. The channel also reaches windows that the browser does not list. */
async function informWindows(nudge) {
  const message = { ...nudge, type: 'SHOW_NUDGE' }
  const windows = await findWindows()
  for (const each of windows) each.postMessage(message)
  const channel = new BroadcastChannel(nudgeChannel)
  channel.postMessage(message)
  channel.close()
  return windows.length
}

async function onPush(event) {
  const nudge = readPush(event, self.location.origin)
  await Promise.all([showAndReport(nudge), passToWindows(nudge)])
}

async function showAndReport(nudge) {
  try {
    await showNudge(nudge)
  } catch (error) {
    await reportNudge(nudge, 'received')
    throw error
  }
  await reportNudge(nudge, 'shown')
}

async function passToWindows(nudge) {
  if (!nudge.url) return
  // The nudge is stored until a window confirms that it has received it.
  await storeNudge(nudgeKeys, nudge)
  await informWindows(nudge)
}

/**
 * Opens the link of a clicked notification: in an open window, if the link is a path of the site. The click deletes
 * the stored nudge. If the link could not be opened, the nudge stays stored and the next page offers it.
 */
async function onNotificationClick({ notification }) {
  notification.close()
  const nudge = notification.data ?? {}
  const url = String(nudge.url ?? '')
  await Promise.all([
    openNudgeLink(nudge, url).then(
      () => forgetNudge(nudgeKeys, url),
      (error) => console.warn('The link of a nudge could not be opened:', error),
    ),
    reportNudge(nudge, 'clicked'),
  ])
}

/** A path with the campaign parameters that analytics reads, except those that the nudge's author has set. */
function campaignUrl(path, { id }) {
  const url = new URL(path, self.location.origin)
  const values = { source: 'nudge', medium: 'push', campaign: id ? `nudge-${id}` : 'nudge' }
  for (const [name, value] of Object.entries(values)) {
    if (!url.searchParams.get(`utm_${name}`)?.trim()) url.searchParams.set(`utm_${name}`, value)
  }
  return url.pathname + url.search + url.hash
}

async function openNudgeLink(nudge, url) {
  const kind = nudgeLinkKind(url)
  const windows = await findWindows()
  const [open] = windows
  if (kind === 'tab') await self.clients.openWindow(url)
  else if (open) {
    // The person has clicked already, so the page follows the link and shows no button.
    if (kind === 'path') open.postMessage({ ...nudge, type: 'SW_NAVIGATE', clicked: true })
    await open.focus()
  } else await self.clients.openWindow(kind === 'path' ? campaignUrl(url, nudge) : '/')
  // One of the other windows may show the nudge's button.
  for (const each of windows) {
    if (each === open && kind === 'path') continue
    each.postMessage({ ...nudge, type: 'SHOW_NUDGE', clicked: true })
  }
}

/** The browser has replaced or ended the subscription. */
async function renewSubscription({ oldSubscription, newSubscription }) {
  const options = async () => {
    if (oldSubscription?.options) return oldSubscription.options
    const { public_key } = await (await fetch('/api/push/key')).json()
    return { userVisibleOnly: true, applicationServerKey: public_key }
  }
  const subscription =
    newSubscription ?? (await self.registration.pushManager.subscribe(await options()))
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/push/subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

async function onNudgeMessage({ data, source }) {
  if (data?.type === 'NUDGE_RECEIVED') await forgetNudge(['delivery_pending'], data.url)
  if (data?.type !== 'APP_READY') return
  const nudge = await pendingNudge()
  if (nudge) source?.postMessage({ ...nudge, type: 'SHOW_NUDGE' })
}

const handleNudges = (type, handle) =>
  self.addEventListener(type, (event) => event.waitUntil(handle(event)))

handleNudges('push', onPush)
handleNudges('notificationclick', onNotificationClick)
handleNudges('pushsubscriptionchange', renewSubscription)
handleNudges('message', onNudgeMessage)
