import { passkeyErrors } from '../../../cms/members/passkeys/rules.ts'
import { device } from '../passkeys/device.ts'
import { watchForSign } from './watch-gesture.ts'
import { createTrail } from './gesture-trail.ts'

const fetchRest = () => import('./enter.ts')

/**
 * The gate: its secret sign, and the plain button beside it. What follows is fetched when somebody
 * is about to use either.
 */
export function startGate(): void {
  let leave = () => {}
  const open = () => {
    leave()
    const form = document.querySelector<HTMLFormElement>('form[data-gate]')
    leave = form ? watch(form) : () => {}
  }
  open()
  document.addEventListener('astro:page-load', open)
}

function watch(form: HTMLFormElement): () => void {
  const fault = form.querySelector('[role=alert]')
  const say = (message: string) => {
    if (fault) fault.textContent = message
  }
  const begin = async () => {
    say('')
    form.setAttribute('aria-busy', 'true')
    try {
      const { beginAtGate } = await fetchRest()
      // Nothing begins on another page.
      if (form.isConnected) await beginAtGate()
    } catch {
      // What follows could not be fetched: the page behind the form needs no script, but a network.
      if (navigator.onLine) form.submit()
      else say(passkeyErrors.server)
    }
    form.removeAttribute('aria-busy')
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void begin()
  }
  const prepare = () => {
    fetchRest().then(
      (rest) => rest.prepare(),
      () => {},
    )
  }
  // Who has a passkey here has come to come in.
  if (device.handle() !== null) prepare()
  const over = new AbortController()
  const { signal } = over
  form.addEventListener('submit', submit, { signal })
  for (const intent of ['pointerenter', 'focusin', 'touchstart']) {
    form.addEventListener(intent, prepare, { once: true, passive: true, signal })
  }
  const endWatch = watchForSign(document.querySelector('main') ?? document.body, {
    onSign: () => void begin(),
    onPoint: createTrail(),
  })
  return () => {
    over.abort()
    endWatch()
  }
}
