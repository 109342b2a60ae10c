/**
 * The evening sheet without a network. The admin’s page stores tonight’s sheet in IndexedDB (`stored-sheet.ts`); this
 * part of the worker has no personal data, and shows what is stored if the server can’t be reached. What is stored goes
 * when staff sign out, when the session is not valid any more, and when the night ends: the worker looks whenever it starts,
 * and with each page and request of the admin.
 */
const sheetPath = /^\/cms\/evening\/?$/
const leavingPath = /^\/cms\/(logout|login)(\/|$)/
const adminPath = /^\/cms(\/|$)/
/** What a proxy says when it can’t reach the program. */
const unreachable = [502, 503, 504]

/** Opens the database; null if there is none, and none is made. */
const openSheets = () =>
  new Promise((resolve) => {
    const request = indexedDB.open('evening', 1)
    request.onupgradeneeded = () => request.transaction.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(null)
  })

const forgetSheet = () =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('evening')
    request.onsuccess = resolve
    request.onerror = resolve
    request.onblocked = resolve
  })

/** Reads what is stored, and deletes it if its night has ended. */
async function readSheet() {
  const database = await openSheets()
  if (!database) return null
  const found = await new Promise((resolve) => {
    const request = database.transaction('sheet').objectStore('sheet').get('tonight')
    request.onsuccess = () => resolve(request.result ?? null)
    request.onerror = () => resolve(null)
  })
  database.close()
  if (found && Date.now() < Date.parse(found.until)) return found
  if (found) await forgetSheet()
  return null
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (value) => String(value ?? '').replace(/[&<>"']/g, (sign) => escapes[sign])

const statusWords = {
  held: 'being booked',
  waitlist: 'on the waitlist',
  waiting: 'waits here',
  expected: 'to come',
  seated: 'seated',
}

/** A day as staff read it: `Friday 4 December`. */
const dayName = (day) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })

/** The page as HTML. @param day the day that was asked for; null: tonight */
function sheetPage(sheet, now, day = null) {
  const head = (title) => `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>
body{margin:0 auto;max-width:60rem;padding:1rem;background:#fbf7ee;color:#171412;font:18px/1.4 Arial,sans-serif}
h1{margin:0;font-size:2rem}p{margin:.5rem 0}table{width:100%;border-collapse:collapse}
th,td{padding:.6rem .5rem .6rem 0;border-bottom:1px solid #8a7f6a;text-align:left;vertical-align:top}
.cut{padding:.75rem;border:2px solid #a3231a;font-weight:bold}.no{color:#a3231a;font-weight:bold}
a{color:inherit;display:inline-block;padding:1rem 0}</style></head><body><main>`
  const isOther = day !== null && day !== sheet?.day
  const again = isOther ? `/cms/evening?day=${encodeURIComponent(day)}` : '/cms/evening'
  const foot = `<p><a href="${again}">Try again</a></p></main></body></html>`
  if (!sheet || isOther) {
    const tonight = sheet
      ? `<p><a href="/cms/evening">Tonight, ${html(dayName(sheet.day))}</a></p>`
      : ''
    const what = isOther ? 'Nothing of that day' : 'Nothing of this evening'
    return `${head('No network')}<h1>No network</h1><p>${what} is kept on this device.</p>${tonight}${foot}`
  }
  const names = new Map(
    sheet.areas.flatMap(({ tables }) => tables.map(({ id, name }) => [id, name])),
  )
  const age = Math.max(0, Math.floor((now - Date.parse(sheet.now)) / 60_000))
  const rows = sheet.bookings
    .filter(({ status }) => status in statusWords)
    .map((each) => {
      const tables = each.tables.map((id) => names.get(id) ?? '?').join(' + ') || 'No table'
      const needs = [
        each.late_minutes ? `${each.late_minutes} min late` : '',
        each.high_chair ? 'High chair' : '',
        each.step_free ? 'Step-free' : '',
      ].filter(Boolean)
      const health = each.allergies
        ? `<div class="no">Allergies: ${html(each.allergies)}</div>`
        : ''
      return `<tr><td>${html(each.time)}</td><td><b>${html(each.name ?? 'A guest')}</b>, ${html(each.party)}${health}<div>${html(needs.join(', '))}</div></td>
<td>${html(tables)}<br>${html(each.area)}</td><td>${html(statusWords[each.status])}</td></tr>`
    })
  return `${head('Evening sheet')}<h1>Evening sheet</h1>
<p>${html(dayName(sheet.day))}</p>
<p class="cut" role="status">No network. This is how it was at ${html(sheet.time)}, ${age < 1 ? 'less than a minute' : age === 1 ? 'one minute' : `${age} minutes`} ago. Nothing can be changed.</p>
<table><thead><tr><th scope="col">Time</th><th scope="col">Who</th><th scope="col">Table</th><th scope="col">State</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>${foot}`
}

async function respondWithSheet(event) {
  const day = new URL(event.request.url).searchParams.get('day')
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (unreachable.includes(response.status)) throw new Error('unreachable')
    // A redirect leads to the login: the session has ended.
    if (response.type === 'opaqueredirect' || [401, 403, 404].includes(response.status)) {
      await forgetSheet()
    }
    return response
  } catch {
    return new Response(sheetPage(await readSheet(), Date.now(), day), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
    })
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (leavingPath.test(pathname)) event.waitUntil(forgetSheet())
  else if (adminPath.test(pathname)) event.waitUntil(readSheet())
  if (request.mode === 'navigate' && sheetPath.test(pathname)) {
    event.respondWith(respondWithSheet(event))
  }
})

if (self.indexedDB) void readSheet()
