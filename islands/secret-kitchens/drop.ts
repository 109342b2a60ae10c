import type {
  BellReply,
  ClaimReply,
  MeReply,
  MineReply,
} from '../../cms/features/secret-kitchens/contract.ts'
import { ApiError, callApi } from '../../cms/platform/ui/api.ts'
import { showSignedIn } from '../secret/signed-in.ts'

/** Between the draw and asking for its outcome, so that not all who wait ask at once. */
const spreadMs = 3000
const again = { afterMs: 2000, attempts: 20 }

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What the server says about a drop, and its clock: half of the time of the request has passed since it read it. */
async function readMine(drop: HTMLElement): Promise<MineReply | null> {
  const startedAt = Date.now()
  const reply = await callApi<MineReply>(drop.dataset.mine ?? '').catch(() => null)
  if (reply) {
    const middle = startedAt + (Date.now() - startedAt) / 2
    drop.dataset.ahead = String(Math.round(middle - Date.parse(reply.now)))
    // The kitchen may have changed it since the page was made.
    drop.dataset.opens = String(Date.parse(reply.opens_at))
    drop.dataset.draws = String(Date.parse(reply.draw_at))
  }
  return reply
}

const part = (drop: HTMLElement, selector: string) => drop.querySelector<HTMLElement>(selector)
const toggle = (drop: HTMLElement, selector: string, isShown: boolean) => {
  const element = part(drop, selector)
  if (element) element.hidden = !isShown
}

export async function showMine(drop: HTMLElement): Promise<void> {
  const mine = await readMine(drop)
  if (mine && drop.isConnected) apply(drop, mine)
}

function apply(drop: HTMLElement, mine: MineReply): void {
  const { claim, entered } = mine
  const isLive = claim !== null && claim.status !== 'cancelled'
  const form = drop.querySelector<HTMLFormElement>('form[name="claim"]')
  if (form) form.hidden = isLive || entered !== null || (mine.is_member && !mine.may_claim)
  toggle(drop, '[data-guest]', !mine.is_member)
  toggle(drop, '[data-too-new]', mine.is_member && !mine.may_claim)
  toggle(drop, '[data-entered]', entered !== null)
  toggle(drop, '[data-claimed]', isLive)
  if (isLive) showClaim(drop, claim)
  showWho(mine)
  if (entered !== null) void waitForDraw(drop, mine)
}

/** What the page can't know, because it is the same for everybody: who is signed in, and whose bells ring. */
function showWho({ is_member, bell }: MeReply): void {
  if (is_member) showSignedIn()
  for (const each of document.querySelectorAll<HTMLElement>('[data-bell]')) {
    showBell(each, each.dataset.bell === 'every' ? bell.every : bell.drop)
  }
}

/** For pages without a drop of their own. */
export async function showMe(path: string): Promise<void> {
  const me = await callApi<MeReply>(path).catch(() => null)
  if (me) showWho(me)
}

function showClaim(drop: HTMLElement, { token, status }: NonNullable<MineReply['claim']>): void {
  const link = part(drop, '[data-claimed] a') as HTMLAnchorElement | null
  if (!link) return
  const isOpen = status === 'held' || status === 'offered'
  link.href = `${drop.dataset.claimPage}/${token}`
  link.textContent = (isOpen ? link.dataset.yes : link.dataset.see) ?? ''
}

let waitsFor: HTMLElement | null = null

/** Asks for the outcome of the draw, when it is over. Whoever has portions then comes to the page of the claim. */
async function waitForDraw(drop: HTMLElement, mine: MineReply): Promise<void> {
  if (waitsFor === drop) return
  waitsFor = drop
  const left = Date.parse(mine.draw_at) - Date.parse(mine.now)
  await sleep(Math.max(0, left) + Math.random() * spreadMs)
  for (let attempt = 0; attempt < again.attempts && drop.isConnected; attempt++) {
    const reply = await readMine(drop)
    if (reply?.claim) {
      location.assign(`${drop.dataset.claimPage}/${reply.claim.token}`)
      return
    }
    await sleep(again.afterMs + Math.random() * again.afterMs)
  }
}

/** The first tap. */
export async function sendClaim(form: HTMLFormElement): Promise<void> {
  const drop = form.closest<HTMLElement>('[data-drop]')
  const problem = form.querySelector<HTMLElement>('.form-error')
  if (!drop) return
  const data = new FormData(form)
  const body = { drop: Number(data.get('drop')), portions: Number(data.get('portions')) }
  if (problem) problem.textContent = ''
  try {
    const reply = await callApi<ClaimReply>(form.action, { body })
    if (reply.result === 'claimed') {
      location.assign(`${drop.dataset.claimPage}/${reply.claim.token}`)
      return
    }
    form.hidden = true
    toggle(drop, '[data-entered]', true)
    part(drop, '[data-entered]')?.setAttribute('role', 'status')
    void waitForDraw(drop, { draw_at: reply.draw_at, now: reply.now } as MineReply)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      const link = part(drop, '[data-guest] a') as HTMLAnchorElement | null
      if (link) location.assign(link.href)
      return
    }
    const text = error instanceof ApiError && error.status ? error.message : form.dataset.failed
    if (problem) problem.textContent = text ?? ''
  }
}

const isOn = (bell: HTMLElement) => bell.querySelector('button')?.ariaPressed === 'true'

function showBell(bell: HTMLElement, isRinging: boolean): void {
  const button = bell.querySelector('button')
  const field = bell.querySelector<HTMLInputElement>('input[name="on"]')
  if (!button || !field) return
  button.ariaPressed = String(isRinging)
  button.textContent = (isRinging ? button.dataset.off : button.dataset.on) ?? ''
  field.value = isRinging ? '0' : '1'
}

export async function sendBell(form: HTMLFormElement): Promise<void> {
  const bell = form.closest<HTMLElement>('[data-bell]')
  const status = form.querySelector<HTMLElement>('[role="status"]')
  if (!bell) return
  const on = !isOn(bell)
  const drop = new FormData(form).get('drop')
  try {
    const body = { on, ...(drop && { drop: Number(drop) }) }
    const reply = await callApi<BellReply>(form.action, { body })
    showBell(bell, drop ? reply.bell.drop : reply.bell.every)
    if (status) status.textContent = (on ? status.dataset.saidOn : status.dataset.saidOff) ?? ''
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.status === 401
    const text = error instanceof ApiError && error.status ? error.message : form.dataset.failed
    if (isSignedOut) location.assign(form.dataset.signIn ?? '/')
    else if (status) status.textContent = text ?? ''
  }
}

/** Shows the state of the drop above its form as well. */
function showState(shown: HTMLElement | null, next: HTMLElement | null): void {
  if (!shown || !next) return
  shown.dataset.state = next.dataset.state
  const [old, fresh] = [shown, next].map((each) => each.querySelector('.drop-stamp'))
  if (old && fresh) old.replaceWith(document.adoptNode(fresh))
}

/** Whether a claim is on its way: its reply is shown first. */
const isSending = (drop: HTMLElement): boolean =>
  drop.querySelector('form[name="claim"]')?.ariaBusy === 'true'

function keepTyped(drop: HTMLElement, next: HTMLElement): void {
  const [from, to] = [drop, next].map((each) =>
    each.querySelector<HTMLSelectElement>('form[name="claim"] select[name="portions"]'),
  )
  if (from && to) to.value = from.value
}

/** Reads the page again: its state has changed by itself. What the member types in it is nothing but a number. */
export async function readAgain(drop: HTMLElement): Promise<void> {
  if (drop.dataset.reading) return
  drop.dataset.reading = 'true'
  // Not all who wait ask in the same moment; the button works already.
  await sleep(Math.random() * 800)
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (!response.ok || !drop.isConnected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = page.querySelector<HTMLElement>('[data-drop]')
    if (!next) return
    // The kitchen may have moved the opening.
    Object.assign(drop.dataset, { opens: next.dataset.opens, draws: next.dataset.draws })
    if (next.dataset.state === drop.dataset.state || isSending(drop)) return
    keepTyped(drop, next)
    next.dataset.ahead = drop.dataset.ahead ?? '0'
    const hadFocus = drop.contains(document.activeElement)
    showState(drop.closest<HTMLElement>('.drop'), next.closest<HTMLElement>('.drop'))
    drop.replaceWith(document.adoptNode(next))
    if (hadFocus) next.querySelector<HTMLElement>('form[name="claim"] button')?.focus()
    await showMine(next)
  } catch {
    // Without a network the page stays as it is, and is read again with the next tick.
  } finally {
    await sleep(1500)
    delete drop.dataset.reading
  }
}
