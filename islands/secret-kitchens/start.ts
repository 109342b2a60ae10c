import { leftInWords } from '../../cms/features/secret-kitchens/rules.ts'

let isStarted = false

/** Counts down by the server’s clock, claims, rings the bell. Its listeners also work after client navigations. */
export function startDrops(): void {
  if (isStarted) return
  isStarted = true
  document.addEventListener('astro:page-load', () => void show())
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement)) return
    // Its answer is on the way, so the page does not end the form meanwhile.
    if (form.dataset.until) delete form.dataset.until
    const name = form.getAttribute('name')
    if (name !== 'claim' && name !== 'bell') return
    event.preventDefault()
    if (!form.ariaBusy) void send(name, form)
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) tick()
  })
  setInterval(tick, 250)
  void show()
}

type Rest = typeof import('./drop.ts')
/** Loads the rest of the script. If this fails, forms are sent as without a script. */
const loadRest = (): Promise<Rest | null> => import('./drop.ts').catch(() => null)

const dropOnPage = () => document.querySelector<HTMLElement>('[data-drop]')
let shownFor: HTMLElement | null = null

/** Asks for the clock of the server, and for what the member has. */
async function show(): Promise<void> {
  const drop = dropOnPage() ?? document.querySelector<HTMLElement>('[data-me]')
  if (!drop || shownFor === drop) return
  shownFor = drop
  const rest = await loadRest()
  await (drop.dataset.me ? rest?.showMe(drop.dataset.me) : rest?.showMine(drop))
  tick()
}

async function send(name: 'claim' | 'bell', form: HTMLFormElement): Promise<void> {
  form.ariaBusy = 'true'
  const rest = await loadRest()
  if (!rest) {
    form.submit()
    return
  }
  await (name === 'claim' ? rest.sendClaim(form) : rest.sendBell(form))
  form.ariaBusy = null
}

function tick(): void {
  if (document.hidden) return
  tickUntil()
  const drop = dropOnPage()
  const ahead = drop?.dataset.ahead
  if (!drop || ahead === undefined) return
  const now = Date.now() - Number(ahead)
  const [opens, draws] = [Number(drop.dataset.opens), Number(drop.dataset.draws)]
  const countdown = drop.querySelector<HTMLElement>('[data-countdown]')
  const isOpen = now >= opens
  if (countdown) {
    const left = countdown.querySelector('[data-left]')
    const label = countdown.querySelector('[data-label]')
    write(label, (isOpen ? countdown.dataset.labelDraws : countdown.dataset.labelOpens) ?? '')
    write(left, leftInWords((isOpen ? draws : opens) - now))
  }
  const state = drop.dataset.state
  if ((state === 'announced' && isOpen) || (state === 'drawing' && now >= draws + 1000)) {
    void loadRest().then((rest) => rest?.readAgain(drop))
  }
}

/** The time left of a claim that is kept, on its own page. When it is over, so is the form. */
function tickUntil(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-until]')
  const left = form?.querySelector('[data-until-left]')
  if (!form || !left) return
  form.dataset.ahead ??= String(Date.now() - Number(form.dataset.now))
  const leftMs = Number(form.dataset.until) - (Date.now() - Number(form.dataset.ahead))
  write(left, leftInWords(leftMs))
  if (leftMs <= 0) endForm(form)
}

/** Says that the time is over in place of the form, and reads the page again, which knows where the portions are. */
function endForm(form: HTMLFormElement): void {
  const message = form.querySelector('template')?.content
  if (message) form.replaceWith(message)
  for (const each of document.querySelectorAll('form[name="cancel"], form[name="decline"]')) {
    each.remove()
  }
  if (navigator.onLine) location.reload()
}

function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
