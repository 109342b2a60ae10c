import { ApiError, callApi } from '../../cms/platform/ui/api.ts'
import { proposedAlt, showProposal } from './propose.ts'
import { ScaleError, scalePicture } from './scale.ts'
import { refresh } from './wall.ts'

const sendTimeoutMs = 110_000
/** How often a picture that the server is too busy for is sent again, and how long the page waits before. */
const maxBusy = 6
const busyMs = 5000

type Item = {
  row: HTMLElement
  file: File
  key: string
  fields: Map<string, string>
  scaled?: Blob
}
type Said = 'scaling' | 'sending' | 'sent' | 'heic' | 'broken' | 'tooLarge' | 'network' | 'failed'

const say = (name: Said): string =>
  document.querySelector<HTMLElement>('[data-moments-texts]')?.dataset[name] ?? ''

const queue: Item[] = []
let isRunning = false

/** Scales and sends the chosen files, one after the other, each with its own outcome. */
export function upload(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]')
  const list = document.querySelector<HTMLElement>('[data-moments-sending]')
  const template = list?.querySelector('template')
  const problem = form.querySelector('.form-error:not([id])')
  if (!input || !list || !template) return
  if (problem) problem.textContent = ''
  const fields = new Map(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'key' ? [[name, value] as const] : [],
    ),
  )
  if (!fields.get('alt')) fields.set('alt', proposedAlt(form))
  for (const file of input.files ?? []) {
    const row = (template.content.cloneNode(true) as DocumentFragment).firstElementChild
    if (!(row instanceof HTMLElement)) continue
    const name = row.querySelector('.moment-name')
    if (name) name.textContent = file.name
    list.querySelector('ul')?.append(row)
    const item = { row, file, key: crypto.randomUUID(), fields }
    row.querySelector('[data-again]')?.addEventListener('click', () => add(item))
    row.querySelector('[data-forget]')?.addEventListener('click', () => row.remove())
    add(item)
  }
  list.hidden = false
  input.value = ''
  for (const name of ['caption', 'alt']) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = ''
  }
  showProposal(form)
}

function add(item: Item): void {
  queue.push(item)
  void run()
}

async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  for (let item = queue.shift(); item; item = queue.shift()) await send(item)
  isRunning = false
  await refresh()
}

function show({ row }: Item, text: string, isProblem = false): void {
  const progress = row.querySelector('.moment-progress')
  if (progress) progress.textContent = text
  row.toggleAttribute('data-problem', isProblem)
  const ways = row.querySelector<HTMLElement>('.member-actions')
  if (ways) ways.hidden = !isProblem
}

/** Sends a file whole. It keeps its id, so a file that arrived before is not stored twice. */
async function send(item: Item): Promise<void> {
  try {
    show(item, say('scaling'))
    item.scaled ??= await scalePicture(item.file, item.row.querySelector('canvas'))
    show(item, say('sending'))
    const body = new FormData()
    for (const [name, value] of item.fields) body.set(name, value)
    body.set('key', item.key)
    body.set('reply', 'json')
    body.set('file', item.scaled, 'moment.jpg')
    await post(body)
    show(item, say('sent'))
  } catch (error) {
    show(item, textOf(error), true)
  }
}

async function post(body: FormData): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await callApi('/api/moments/upload', { body, timeoutMs: sendTimeoutMs })
      return
    } catch (error) {
      const isBusy = error instanceof ApiError && ['busy', 'unavailable'].includes(error.code)
      if (!isBusy || attempt >= maxBusy) throw error
      await new Promise((resolve) => setTimeout(resolve, busyMs))
    }
  }
}

function textOf(error: unknown): string {
  if (error instanceof ScaleError) {
    return say(error.code === 'too_large' ? 'tooLarge' : error.code)
  }
  if (error instanceof ApiError) return error.status === 0 ? say('network') : error.message
  return say('failed')
}
