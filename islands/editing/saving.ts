import type {
  ConflictReply,
  ContentData,
  ContentKey,
  SaveReply,
  SaveRequest,
} from '../../cms/editing/contract.ts'
import { ApiError } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'
import { calls, showFailure } from './calls.ts'
import { isText, sameData } from './content-data.ts'
import { idOf, labelOf } from './key-names.ts'
import { finishPending, startPending } from './pending.ts'
import { createRevisions } from './revisions.ts'
import { showData } from './show.ts'
import { $conflict, $keys, $place, $reply, patchKey, say } from './state.ts'
import { recordOperation } from './undo.ts'

export type Change = {
  key: ContentKey
  /** What it started from, and its revision. */
  start: ContentData
  revision: number | null
  data: ContentData
}
export type Outcome = { kind: 'saved'; reply: SaveReply } | { kind: 'conflict' | 'failed' }
type Options = {
  /** Undo and redo keep their own account. */
  record?: boolean
  said?: string
  /** Called with what a conflict sheet decided to leave for later, or threw away. */
  onLater?: () => void
  onYield?: (theirs: ConflictReply['theirs']) => void
  /** Called once the words are safe, be it after a conflict. */
  onSaved?: (reply: SaveReply) => void
}

const revisions = createRevisions()
const lines = new Map<string, Promise<unknown>>()

const requestOf = ({ key, data }: Change, revision: number | null): SaveRequest => {
  const { page, section, content_key } = key
  const named = { page, section, content_key, revision }
  return isText(data)
    ? { ...named, content_type: 'text', content_data: data }
    : { ...named, content_type: 'image', content_data: data }
}

/** Notes what the server wrote, without asking it again. */
export function acceptReply(reply: SaveReply): void {
  const id = idOf(reply)
  const known = $keys.get()[id]
  if (!known) return
  const { content_data, content_type, revision, updated_at: at } = reply
  const isLive = known.state === 'published' || known.state === 'changed'
  const wasDraft = known.state === 'draft' || known.state === 'changed'
  patchKey(id, {
    content_data,
    content_type,
    revision,
    at,
    by: $place.get()?.user.name ?? known.by,
    state: isLive ? 'changed' : 'draft',
  })
  const page = $reply.get()
  if (page && !wasDraft) $reply.set({ ...page, drafts: page.drafts + 1 })
}

/**
 * Saves a change as a draft. The page shows it before the server has it; where the server refuses,
 * the page shows again what it started from. Saves of one key go one after the other.
 */
export function saveChange(change: Change, options: Options = {}): Promise<Outcome> {
  const id = idOf(change.key)
  startPending()
  showIfHere(change, change.data)
  const before = lines.get(`${change.key.page}/${id}`) ?? Promise.resolve()
  const saving = before
    .then(() => send(change, options, revisions.newest(id, change.revision)))
    .finally(finishPending)
  lines.set(
    `${change.key.page}/${id}`,
    saving.catch(() => {}),
  )
  return saving
}

async function send(change: Change, options: Options, revision: number | null): Promise<Outcome> {
  try {
    const reply = await calls.save(requestOf(change, revision))
    revisions.follow(idOf(change.key), revision, reply.revision)
    acceptReply(reply)
    if (options.record !== false) {
      recordOperation({
        ...change.key,
        content_type: reply.content_type,
        before: change.start,
        after: reply.content_data,
        from: revision,
        revision: reply.revision,
      })
    }
    showToast({
      title: options.said ?? 'Content Saved',
      description: 'Your changes have been saved as draft.',
    })
    say('Saved as draft')
    options.onSaved?.(reply)
    return { kind: 'saved', reply }
  } catch (error) {
    const conflict = conflictIn(error)
    if (conflict && sameData(conflict.theirs.content_data, change.start)) {
      // Published meanwhile: another revision, the same words.
      if (conflict.theirs.revision !== revision) {
        return send(change, options, conflict.theirs.revision)
      }
    }
    if (conflict) {
      openConflict(change, options, revision, conflict)
      return { kind: 'conflict' }
    }
    showIfHere(change, change.start)
    showFailure(error)
    return { kind: 'failed' }
  }
}

const conflictIn = (error: unknown): ConflictReply | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const body = error.body as ConflictReply | null
  return body?.theirs ? body : null
}

function openConflict(
  change: Change,
  options: Options,
  revision: number | null,
  reply: ConflictReply,
): void {
  const { theirs } = reply
  const id = idOf(change.key)
  const takeTheirs = () => {
    $conflict.set(null)
    patchKey(id, { ...theirs, content_data: theirs.content_data })
    showIfHere(change, theirs.content_data)
  }
  $conflict.set({
    id,
    mine: change.data,
    start: change.start,
    revision,
    reply,
    label: labelOf(change.key),
    resolve: (data) => {
      takeTheirs()
      const resolved = { ...change, start: theirs.content_data, revision: theirs.revision, data }
      void saveChange(resolved, { ...options, record: true }).then((outcome) => {
        if (outcome.kind === 'failed') options.onLater?.()
      })
    },
    yield: () => {
      takeTheirs()
      options.onYield?.(theirs)
    },
    later: () => {
      takeTheirs()
      options.onLater?.()
    },
  })
}

const showIfHere = ({ key }: Change, data: ContentData): void => {
  const here = key.page === 'global' || key.page === $place.get()?.page
  if (here) showData(idOf(key), data)
}
