import { ApiError } from '../../cms/platform/ui/api.ts'
import { createPasskeySession, sendSignInCode } from '../members/calls.ts'
import { canUsePasskeys, presentPasskey } from '../members/passkeys/client.ts'
import { PasskeyError } from '../members/passkeys/errors.ts'

/** Shows words in a form's message, or hides it. */
function say(message: HTMLElement | null, words: string | null): void {
  if (!message) return
  message.textContent = words
  message.hidden = words === null
}

/** Signs in at the secret kitchens with a passkey of the main host, and requests codes without leaving the page. */
export function startSecretSignIn(): void {
  const way = document.querySelector<HTMLElement>('[data-passkey]')
  if (way) {
    // The style sheet shows this way wherever scripts run, so that nothing moves when this one does.
    way.hidden = !isSecureContext || !canUsePasskeys()
    way.querySelector('button')?.addEventListener('click', () => void usePasskey(way))
  }
  const form = document.querySelector<HTMLFormElement>('form[name="sign-in-email"]')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void requestCode(form)
  })
}

async function usePasskey(way: HTMLElement): Promise<void> {
  const message = way.querySelector<HTMLElement>('[role="alert"]')
  const { back = '/', noPasskey = '', notLinked = '' } = way.dataset
  say(message, null)
  await whileBusy(way, async () => {
    const used = await presentPasskey()
    if (!used.isLinked) return say(message, notLinked)
    await createPasskeySession(used.userHandle, null)
    location.assign(back)
  }).catch((error: unknown) => {
    // A browser that does not know related origins refuses the relying party of another host.
    // So does the server, if a passkey was made before its relying party was this one.
    const isRefused =
      (error instanceof PasskeyError && error.code === 'security') ||
      (error instanceof ApiError && error.code === 'rp_id_mismatch')
    say(message, isRefused ? noPasskey : wordsOf(error))
    if (isRefused) document.getElementById('sign-in-email')?.focus()
  })
}

async function requestCode(form: HTMLFormElement): Promise<void> {
  const message = form.querySelector<HTMLElement>('[role="alert"]')
  const codeForm = document.querySelector<HTMLFormElement>('form[name="sign-in-code"]')
  const sent = codeForm?.querySelector<HTMLElement>('[data-sent]') ?? null
  const email = String(new FormData(form).get('email') ?? '').trim()
  say(message, null)
  await whileBusy(form, async () => {
    const { link } = await sendSignInCode(email)
    say(sent, (link ? sent?.dataset.sentLink : sent?.dataset.sent) ?? null)
    codeForm?.querySelector<HTMLInputElement>('[name="token"]')?.focus()
  }).catch((error: unknown) => say(message, wordsOf(error)))
}

const wordsOf = (error: unknown): string =>
  error instanceof PasskeyError || error instanceof ApiError
    ? error.message
    : 'Something went wrong. Please try again.'

/** Ignores further presses while something runs. */
async function whileBusy(part: HTMLElement, run: () => Promise<void>): Promise<void> {
  if (part.ariaBusy === 'true') return
  part.ariaBusy = 'true'
  try {
    await run()
  } finally {
    part.ariaBusy = 'false'
  }
}
