import { atom, type ReadableAtom } from 'nanostores'
import { type CodeKeys, importKeys, readCode } from '../../../cms/features/check-in/code.ts'
import type {
  AreaReply,
  CountsReply,
  DoorsReply,
  EnrolReply,
  ListReply,
  ScanReply,
  SyncItem,
  SyncItemReply,
  SyncReply,
} from '../../../cms/features/check-in/contract.ts'
import { type Direction, type Guest, isNear, undoMs } from '../../../cms/features/check-in/rules.ts'
import type { VenueArea } from '../../../cms/features/venue/rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { decideAlone, type Effect, type Undoable, type What } from './alone.ts'
import { type CallProblem, doorCall, problemOf, type Timing } from './api.ts'
import {
  addReply,
  addScan,
  addSent,
  areaCountOf,
  type Book,
  bookOf,
  countsWith,
  type FullList,
  type Learnt,
  listOf,
  type StoredScan,
} from './book.ts'
import { type Clock, clockWarning, measured, seen, timeOf, unknownClock } from './clock.ts'
import {
  forgetKept,
  readAll,
  readValue,
  removeValues,
  StorageError,
  type StorageProblem,
  writeValue,
} from './database.ts'
import type { Shown } from './outcome.ts'
import { allowSound, signal } from './sound.ts'
import { notStored, type Result, refusedBy, shownOf, type Venue } from './words.ts'

/** The enrolled phone. `secret` is in all calls. */
export type Shift = {
  base: string
  secret: string
  name: string
  door: string
  area: VenueArea | null
  title: string
  endsAt: number
  mayOverride: boolean
}

/** A scan that was just made, as long as it can be changed or taken back. */
export type Last = Undoable & {
  what: What
  /** The most people of the party that the scan can be about. */
  most: number
  text: string
  until: number
}

/** What the server said about a scan that was sent later, for staff to read. */
export type News = SyncItemReply & { reservation: number | null; at: number }

export type DoorState = {
  phase: 'loading' | 'start' | 'open'
  shift: Shift | null
  /** Why the phone has no shift any more, or what else went wrong. */
  problem: string | null
  isSignedOut: boolean
  /** The server can't be reached. */
  isCut: boolean
  storage: StorageProblem | null
  clock: string | null
  areas: AreaReply[]
  book: Book | null
  /** When the list was read. */
  listAt: number | null
  waiting: StoredScan[]
  news: News[]
  direction: Direction
  shown: Shown | null
  /** The request of the shown result, which can be repeated above the limit. */
  refused: { what: What; count: number | null; direction: Direction } | null
  last: Last | null
}

/** How long a scan waits for the server before this phone decides, and how long before it refuses anybody. */
const scanTimeoutMs = { first: 1_500, refusal: 4_000 } as const
/** How old the list may get, in ms: when something is new, and otherwise. */
const listAgeMs = { new: 15_000, usual: 60_000 } as const
const batch = 50
const overText = 'This phone’s shift is over. What it knew is deleted.'

/** What of a stored scan is sent. */
const sentPart = (scan: StoredScan): SyncItem => ({
  ...{ client_id: scan.client_id, door: scan.door, area: scan.area, what: scan.what },
  ...{ direction: scan.direction, count: scan.count, override: scan.override },
  ...{ at: scan.at, clock: scan.clock, reservation: scan.reservation },
})

/** The version of the link in a code; 1 if it is unknown. */
function versionOf(what: What): number {
  const read = what.type === 'code' ? readCode(what.code) : null
  return read?.type === 'ticket' ? read.ticket.version : 1
}
const isNoCode = (what: What): boolean =>
  what.type === 'code' && readCode(what.code).type === 'unknown'

export type DoorOptions = { base: string; venue: Venue; isStaff: boolean }

/** The door on this phone: what it knows, and what it does. Without a network it decides by itself. */
export function createDoor({ base, venue, isStaff }: DoorOptions) {
  let state: DoorState = {
    ...{ phase: 'loading', shift: null, problem: null, isSignedOut: false, isCut: false },
    ...{ storage: null, clock: null, areas: [], book: null, listAt: null, waiting: [], news: [] },
    ...{ direction: 'in', shown: null, refused: null, last: null },
  }
  const $state = atom<DoorState>(state)
  const get = () => state
  let isAnnounced = false
  /** Changes the state. What changes together is drawn once. */
  const set = (change: Partial<DoorState>) => {
    state = { ...state, ...change }
    if (isAnnounced) return
    isAnnounced = true
    queueMicrotask(() => {
      isAnnounced = false
      $state.set(state)
    })
  }
  let clock: Clock = unknownClock
  let keys: CodeKeys = new Map()
  /** The counts of the server, without the scans that it does not have. */
  let serverAreas: AreaReply[] = []
  let listReadAt = 0
  /** Whether something has changed since the list was read. */
  let isNews = false
  let work: Promise<unknown> = Promise.resolve()
  /** What the server said about scans of this phone, until a list has it. */
  let learnt: Learnt[] = []
  const learn = (guests: readonly (Guest | null)[], at: number) => {
    learnt = [...learnt, ...guests.flatMap((guest) => (guest ? { guest, at } : []))]
  }

  // The time of the page goes on by itself, so that a change of the phone's clock does not change it. While the page is
  // hidden the phone may sleep, and this time stands still.
  let anchor = { time: Date.now(), at: performance.now() }
  const setAnchor = () => {
    anchor = { time: timeOf(clock, Date.now()), at: performance.now() }
  }
  const now = () => Math.round(anchor.time + performance.now() - anchor.at)
  const learnTime = (timing: Timing) => {
    clock = measured(clock, timing)
    setAnchor()
    checkClock()
  }
  const checkClock = () => {
    const warning = clockWarning(Date.now(), now())
    if (warning !== get().clock) set({ clock: warning })
  }
  const call = doorCall(base, learnTime)

  const keep = (name: string, value: unknown) =>
    writeValue('kept', `${name} ${base}`, value).then(
      () => get().storage && set({ storage: null }),
      (error: unknown) => {
        if (error instanceof StorageError) set({ storage: error.problem })
      },
    )
  const kept = <Value>(name: string) => readValue<Value>('kept', `${name} ${base}`)

  const showAreas = (areas?: readonly AreaReply[]) => {
    if (areas) {
      const others = serverAreas.filter(({ area }) => !areas.some((each) => each.area === area))
      serverAreas = [...others, ...areas]
    }
    set({ areas: countsWith(serverAreas, get().waiting) })
  }

  /** Deletes what the phone knows. Scans that were not sent stay: they have no names, and count later. */
  async function forget(problem: string | null, isSignedOut = false): Promise<void> {
    set({
      ...{ phase: 'start', shift: null, problem, isSignedOut, book: null, listAt: null, news: [] },
      ...{ shown: null, refused: null, last: null, areas: [] },
    })
    keys = new Map()
    serverAreas = []
    learnt = []
    await forgetKept().catch(() => {})
  }

  /** Reacts to a failed call. @returns what it was */
  function onFailure(error: unknown): CallProblem {
    const problem = problemOf(error)
    if (problem === 'network') set({ isCut: true })
    else if (problem === 'over') void forget(overText)
    else if (problem === 'signed_out') {
      const text = isStaff ? 'Sign in, then open the door.' : 'This link is not valid any more.'
      void forget(text, true)
    }
    return problem
  }

  async function takeList(list: FullList, door: string, at: number): Promise<void> {
    keys = await importKeys(list.keys)
    serverAreas = list.areas
    // A reply that came while the list was read is newer than the list.
    learnt = learnt.filter((each) => each.at >= list.now)
    set({ book: bookOf(list, door, get().waiting, learnt), listAt: at })
    showAreas()
  }

  /** Reads the list again if it has changed. @throws ApiError */
  async function readList(shift: Shift): Promise<void> {
    const { book } = get()
    const { secret, door, area } = shift
    const version = book && book.door === door ? book.list.version : null
    const reply = await call<ListReply>('list', { shift: secret, door, area, version }, 20_000)
    listReadAt = performance.now()
    isNews = false
    if (reply.unchanged) {
      showAreas(reply.areas)
      set({ listAt: now() })
      return
    }
    await takeList(reply, door, now())
    await keep('list', { door, list: keptList() ?? reply, at: now() })
  }

  /** The list with what the server said since. Scans that wait are stored by themselves. */
  const keptList = (): FullList | null => {
    const { book } = get()
    return book && { ...listOf(book), areas: serverAreas }
  }
  let keepTimer: ReturnType<typeof setTimeout> | undefined
  /** Keeps what the server said since the list was read, so that it is known after a reload without a network. */
  const keepSoon = () => {
    clearTimeout(keepTimer)
    keepTimer = setTimeout(() => {
      const { book, listAt } = get()
      const list = keptList()
      if (book && list) void keep('list', { door: book.door, list, at: listAt ?? now() })
    }, 300)
  }

  let isRefreshing = false
  /** Asks the server what is new, and sends what waits. */
  async function refresh(isListWanted = false): Promise<void> {
    const { shift, phase } = get()
    // What was stored in a shift that is over is sent with it.
    if (phase === 'start') return sendWaiting().catch(() => {})
    if (!shift || phase !== 'open' || isRefreshing) return
    isRefreshing = true
    try {
      const { secret, door, area } = shift
      const counts = await call<CountsReply>('counts', { shift: secret, door, area }, 4_000)
      if (get().isCut) set({ isCut: false })
      const isChanged = JSON.stringify(counts.areas) !== JSON.stringify(serverAreas)
      if (isChanged) isNews = true
      showAreas(counts.areas)
      if (isChanged) keepSoon()
      await sendWaiting()
      const age = performance.now() - listReadAt
      const mayBeAged = isNews ? listAgeMs.new : listAgeMs.usual
      if (isListWanted || age > mayBeAged) await readList(shift)
      await keep('clock', clock)
    } catch (error) {
      onFailure(error)
    } finally {
      isRefreshing = false
    }
  }

  let isSending = false
  const ended = new Set<string>()
  /** Sends scans in parts, the earliest first, each in its shift. What was answered is deleted. @throws ApiError */
  async function sendWaiting(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (;;) {
        const { shift, waiting } = get()
        const sorted = waiting.toSorted((one, other) => one.at - other.at)
        const secretOf = (scan: StoredScan) =>
          scan.shift && !ended.has(scan.shift) ? scan.shift : shift?.secret
        const secret = sorted.map(secretOf).find(Boolean)
        if (!secret) return
        const part = sorted.filter((scan) => secretOf(scan) === secret).slice(0, batch)
        const items = part.map(sentPart)
        const body = { shift: secret, clock: Date.now(), items }
        const reply = await call<SyncReply>('sync', body, 60_000).catch((error: unknown) => {
          // Scans of a shift that somebody ended are sent in the next one.
          if (problemOf(error) !== 'over' || secret === shift?.secret) throw error
          ended.add(secret)
          return null
        })
        if (!reply) continue
        const answered = new Set(reply.items.map(({ client_id }) => client_id))
        if (!answered.size) return
        // If they can't be deleted, they are sent again, and count once.
        await removeValues('scans', [...answered]).catch(() => {})
        const news = reply.items.flatMap((item): News[] => {
          const scan = part.find(({ client_id }) => client_id === item.client_id)
          const isNews = item.state !== 'counted' && item.state !== 'repeat'
          return isNews && scan ? [{ ...item, reservation: scan.reservation, at: scan.at }] : []
        })
        const left = get().waiting.filter(({ client_id }) => !answered.has(client_id))
        set({ waiting: left, news: [...get().news, ...news] })
        const { book } = get()
        const refused = reply.items.filter(({ state }) => state === 'refused')
        const isStored = ({ client_id }: StoredScan) =>
          answered.has(client_id) && !refused.some((each) => each.client_id === client_id)
        if (book) learn(addSent(book, part.filter(isStored), left), reply.now)
        if (news.length) await keep('news', get().news)
        showAreas(reply.areas)
        // The list has the scans only when it is read again.
        listReadAt = Number.NEGATIVE_INFINITY
      }
    } finally {
      isSending = false
    }
  }

  function show(shown: Shown, refused: DoorState['refused'] = null): void {
    set({ shown, refused })
    signal(shown.tone)
  }
  function showResult(result: Result, made: Made): void {
    const { book, areas } = get()
    const area = book && areaCountOf(book, areas)(result.inArea ?? null)
    const isLast = result.count > 0 && made.direction === 'in' && made.what.type !== 'undo'
    const near = isLast && area && isNear(area, 0) ? area.inside : null
    const shown = shownOf({ ...result, near, limit: result.limit ?? area?.limit ?? null }, venue)
    if (made.isQuiet && shown.tone !== 'no') return
    const { what, count, direction, clientId } = made
    const isDone = result.count > 0 && what.type !== 'undo'
    show(
      { ...shown, ...(isDone && { of: clientId }) },
      result.result === 'full' ? { what, count, direction } : null,
    )
  }

  /** Offers to take back a scan that let people in or out. */
  const remember = (effect: NonNullable<Effect>, request: Made) => {
    const { clientId, what, direction, most } = request
    if (what.type === 'undo') return set({ last: null })
    const who = effect.name || (what.type === 'walk_in' ? 'Without a booking' : 'A guest')
    const text = `${who}: ${effect.counted} ${direction === 'in' ? 'in' : 'out'}`
    const until = now() + undoMs
    set({
      last: { ...effect, clientId, what, direction, text, until, most: most ?? effect.counted },
    })
  }

  type Request = {
    what: What
    count: number | null
    isOverride?: boolean
    direction?: Direction
    /** See `Last`. */
    most?: number | null
    /** Whether only a failure is shown. */
    isQuiet?: boolean
  }
  type Made = Required<Request> & { clientId: string; at: number }

  /** Makes one scan: the server decides, or without a network this phone. */
  async function scan(request: Request): Promise<void> {
    const { shift, book, direction, isCut } = get()
    // The list may be replaced while the scan is made, so it is read again where it is needed.
    if (!shift || !book) return
    const made: Made = {
      ...{ direction, isOverride: false, most: null, isQuiet: false },
      ...{ clientId: crypto.randomUUID(), at: now() },
      ...request,
    }
    const { what } = made
    const isHere = (id: string) => get().waiting.some((each) => each.client_id === id)
    // The server does not know a scan that still waits here.
    const isOwn = what.type === 'undo' && isHere(what.scan)
    if (isCut || isOwn) return scanAlone(shift, made, { isSent: false })
    if (!(await scanOnline(shift, made, scanTimeoutMs.first))) {
      await scanAlone(shift, made, { isSent: true })
    }
  }

  const fieldsOf = (shift: Shift, { clientId, what, direction, count, isOverride }: Made) => ({
    ...{ client_id: clientId, door: shift.door, area: shift.area },
    ...{ what, direction, count, override: isOverride },
  })

  /** @returns false if the server did not answer in time */
  async function scanOnline(shift: Shift, made: Made, timeoutMs: number): Promise<boolean> {
    try {
      const body = { shift: shift.secret, ...fieldsOf(shift, made), dry: false }
      const reply = await call<ScanReply>('scan', body, timeoutMs)
      const { book, waiting } = get()
      if (!book) return true
      const { reservation, member, count, result, party, name } = reply.scan
      if (result === 'undone') return await undoHere(shift, book, made, reply)
      const said = { at: made.at, by: shift.name, version: versionOf(made.what), waiting }
      learn([addReply(book, reply.scan, said)], reply.now)
      showAreas(reply.areas)
      keepSoon()
      const inArea = (reservation && book.guests.get(reservation)?.area) || book.area
      if (count) {
        const who = { reservation, member, inArea, party, name, version: 1 }
        remember({ result, counted: count, ...who }, made)
      }
      showResult({ ...reply.scan, inArea }, made)
      return true
    } catch (error) {
      const problem = onFailure(error)
      if (problem === 'refused' && error instanceof ApiError) show(refusedBy(error.message))
      return problem !== 'network'
    }
  }

  /** Takes a scan back in the list of this phone, after the server has. */
  async function undoHere(
    shift: Shift,
    book: Book,
    made: Made,
    { areas, now: at }: ScanReply,
  ): Promise<true> {
    const { result, effect } = await decideAlone(
      { book, areas, keys },
      { ...made, last: get().last },
    )
    if (effect) learn(addSent(book, [storedPart(shift, made, effect)], get().waiting), at)
    showAreas(areas)
    set({ last: null })
    showResult({ ...result, result: 'undone' }, made)
    return true
  }

  /** What is stored of a scan: without the name. For an undo, it has the direction of the scan that is undone. */
  function storedPart(shift: Shift, made: Made, effect: NonNullable<Effect>): StoredScan {
    const { name: _, ...counted } = effect
    const { last } = get()
    return {
      ...{ ...fieldsOf(shift, made), count: effect.counted, at: made.at, clock: Date.now() },
      ...{ ...counted, base, shift: shift.secret, by: shift.name, where: shift.title },
      ...(made.what.type === 'undo' && last && { direction: last.direction }),
    }
  }

  /** Decides without the server. What lets people in or out is stored before it is shown. */
  async function scanAlone(
    shift: Shift,
    made: Made,
    { isSent }: { isSent: boolean },
  ): Promise<void> {
    const { book, areas, last } = get()
    if (!book) return
    const { result, effect } = await decideAlone({ book, areas, keys }, { ...made, last })
    if (effect) {
      const stored = await store(storedPart(shift, made, effect))
      if (!stored) return
      remember(effect, made)
    } else if (isSent && made.what.type !== 'undo' && !isNoCode(made.what)) {
      // The server may have let them in, and only its reply was lost.
      if (await scanOnline(shift, made, scanTimeoutMs.refusal)) return
      await takeBack(shift, made)
    }
    showResult(result, made)
  }

  /** Lets the server forget a scan whose reply was lost, because nobody was let in with it. */
  async function takeBack(shift: Shift, { clientId, direction }: Made): Promise<void> {
    const undo: StoredScan = {
      ...{ client_id: crypto.randomUUID(), door: shift.door, area: shift.area, direction },
      ...{ what: { type: 'undo', scan: clientId }, count: null, override: false, at: now() },
      ...{ clock: Date.now(), base, shift: shift.secret, result: 'undone', counted: 0 },
      ...{ reservation: null, member: null, inArea: get().book?.area ?? 'Event Spaces', party: 0 },
      ...{ version: 1, by: shift.name, where: shift.title },
    }
    const isKept = await writeValue('scans', undo.client_id, undo).then(
      () => true,
      () => false,
    )
    if (isKept) set({ waiting: [...get().waiting, undo] })
  }

  /** @returns whether the scan is on the phone's disk; if not, the screen says so */
  async function store(scan: StoredScan): Promise<boolean> {
    try {
      await writeValue('scans', scan.client_id, scan)
    } catch (error) {
      const problem = error instanceof StorageError ? error.problem : 'denied'
      set({ storage: problem })
      show(notStored(problem))
      return false
    }
    const { book } = get()
    if (book) addScan(book, scan)
    set({ waiting: [...get().waiting, scan] })
    showAreas()
    return true
  }

  /** One scan after the other, in the order in which they were made. */
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const next = work.then(task)
    work = next.catch((error: unknown) => reportError(error))
    return next.catch(() => {})
  }

  async function open(shift: Shift): Promise<void> {
    set({ shift, problem: null, isSignedOut: false })
    await readList(shift)
    const title = get().book?.list.title ?? shift.title
    set({ shift: { ...shift, title }, phase: 'open' })
    await keep('shift', { ...shift, title })
    await keep('clock', clock)
    await sendWaiting()
  }

  return {
    $state: $state as ReadableAtom<DoorState>,
    now,

    /** Opens the door again after a reload, also without a network, and follows what is new. @returns a function that stops it */
    start(): () => void {
      const load = async () => {
        try {
          const [shift, list, known, news, stored] = await Promise.all([
            kept<Shift>('shift'),
            kept<{ door: string; list: FullList; at: number }>('list'),
            kept<Clock>('clock'),
            kept<News[]>('news'),
            readAll<StoredScan>('scans'),
          ])
          // Those of another link are sent when its page is opened.
          const waiting = stored.filter((each) => each.base === base)
          if (known && clock === unknownClock) clock = known
          setAnchor()
          set({ waiting, news: news ?? [], isCut: !navigator.onLine })
          if (shift && list && list.door === shift.door && shift.endsAt > now()) {
            await takeList(list.list, list.door, list.at)
            set({ shift, phase: 'open' })
            checkClock()
            void refresh(true)
            return
          }
          if (shift) await forget(shift.endsAt > now() ? null : overText)
        } catch (error) {
          if (error instanceof StorageError) set({ storage: error.problem })
        }
        if (get().phase === 'loading') set({ phase: 'start' })
        void refresh()
      }
      void load()
      let beats = 0
      const beat = setInterval(() => {
        const { shift, phase, isCut, waiting } = get()
        if (phase === 'start' && waiting.length && ++beats % 6 === 0) void refresh()
        if (!shift || phase !== 'open') return
        checkClock()
        clock = seen(clock, now())
        if (now() >= shift.endsAt) void forget(overText)
        else if (isCut || ++beats % 3 === 0) void refresh()
      }, 5_000)
      const onNetwork = () => {
        if (!navigator.onLine) set({ isCut: true })
        else void refresh(true)
      }
      const onVisible = () => {
        if (document.hidden) return
        setAnchor()
        checkClock()
        void refresh(true)
      }
      // After a reload, sound is allowed with the first tap.
      addEventListener('pointerdown', allowSound)
      addEventListener('online', onNetwork)
      addEventListener('offline', onNetwork)
      document.addEventListener('visibilitychange', onVisible)
      // Staff's phones hear of each change at once; those with a link ask.
      let heardAt = 0
      const news = isStaff ? new EventSource('/api/staff/live?topics=check-in') : null
      news?.addEventListener('check-in', () => {
        isNews = true
        const isSoon = performance.now() - heardAt < 1_000
        heardAt = performance.now()
        setTimeout(() => void refresh(), isSoon ? 1_000 : 0)
      })
      return () => {
        clearInterval(beat)
        removeEventListener('pointerdown', allowSound)
        removeEventListener('online', onNetwork)
        removeEventListener('offline', onNetwork)
        document.removeEventListener('visibilitychange', onVisible)
        news?.close()
      }
    },

    /** The doors of tonight. @throws ApiError */
    findDoors: () => call<DoorsReply>('doors', {}, 20_000),

    /** Begins a shift on this phone. @throws ApiError */
    async enrol(
      chosen: Pick<Shift, 'name' | 'door' | 'area' | 'title' | 'mayOverride'>,
    ): Promise<void> {
      allowSound()
      const reply = await call<EnrolReply>(
        'enrol',
        { name: chosen.name, door: chosen.door },
        20_000,
      )
      void navigator.storage?.persist?.().catch(() => {})
      await open({ ...chosen, base, secret: reply.shift, endsAt: reply.ends_at })
    },

    /** Opens another door in the same shift. @throws ApiError */
    async changeDoor(chosen: Pick<Shift, 'door' | 'area' | 'title'>): Promise<void> {
      const { shift } = get()
      if (!shift) return
      learnt = []
      await open({ ...shift, ...chosen })
    },

    /** Ends the shift, and deletes what the phone knows. Scans that could not be sent stay. */
    async end(): Promise<void> {
      const { shift } = get()
      if (!shift) return
      await sendWaiting().catch(() => {})
      await call('end', { shift: shift.secret }).catch(() => {})
      await forget(null)
    },

    scanCode: (code: string) =>
      inTurn(() => scan({ what: { type: 'code', code: code.trim().slice(0, 600) }, count: null })),
    scanGuest: (reservation: number, count: number | null = null) =>
      inTurn(() => scan({ what: { type: 'guest', reservation }, count })),
    walkIns: (count: number) => inTurn(() => scan({ what: { type: 'walk_in' }, count })),
    /** Lets them in above the limit, for somebody with the right. */
    override: () =>
      inTurn(async () => {
        const { refused } = get()
        if (refused) await scan({ ...refused, isOverride: true })
      }),
    undo: () =>
      inTurn(async () => {
        const { last } = get()
        if (last) await scan({ what: { type: 'undo', scan: last.clientId }, count: null })
      }),
    /** Changes how many of a party came in or left with the last scan. */
    recount: (count: number) =>
      inTurn(async () => {
        const { last } = get()
        if (!last || last.counted === count) return
        const { what, direction, clientId, most } = last
        const undo = { type: 'undo', scan: clientId } as const
        await scan({ what: undo, count: null, isQuiet: true })
        if (get().last === null) await scan({ what, count, direction, most })
      }),
    setDirection: (direction: Direction) => set({ direction }),
    closeResult: () => set({ shown: null, refused: null }),
    closeNews: () => {
      set({ news: [] })
      void keep('news', [])
    },
    retry: () => void refresh(true),
  }
}
export type DoorModel = ReturnType<typeof createDoor>
