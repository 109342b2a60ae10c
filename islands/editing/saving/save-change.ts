import type {
  ConflictReply,
  ContentData,
  ContentKey,
  SaveReply,
  SaveRequest,
} from '../../../cms/editing/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { calls, showFailure } from '../calls.ts'
import { closeConflict, openConflict } from '../conflicts/conflict-queue.ts'
import { showData } from '../page/show-content.ts'
import { isText, sameData } from '../state/content-data.ts'
import { idOf, labelOf } from '../state/content-keys.ts'
import {
  $place,
  $reply,
  type Conflict,
  findKey,
  isHere,
  patchKey,
  say,
} from '../state/editing-state.ts'
import { recordOperation } from '../undo/undo-store.ts'
import { createRevisions } from './own-revisions.ts'
import { finishPending, startPending } from './pending-saves.ts'

export type Change = {
  key: ContentKey
  /** What it started from, and its revision. */
  start: ContentData
  revision: number | null
  data: ContentData
}
export type Outcome = { kind: 'saved'; reply: SaveReply } | { kind: 'conflict' | 'failed' }
type Theirs = ConflictReply['theirs']
type From = Pick<Change, 'start' | 'revision'>
type Options = {
  /** Undo and redo keep their own account. */
  record?: boolean
  said?: string
  /** What asks the server, where it isn't a save of what was written. */
  ask?: ((revision: number | null) => Promise<SaveReply>) | undefined
  /** Called with what a conflict sheet held when it was left, or could not be saved, and its start. */
  onLater?: (data: ContentData, from: From) => void
  onYield?: (theirs: Theirs) => void
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

const nameOf = ({ page, section, content_key }: ContentKey): string =>
  `${page}/${section}/${content_key}`

/** Notes what the server wrote, without asking it again. */
function acceptReply(reply: SaveReply): void {
  const known = findKey(reply)
  if (!known || known.revision === reply.revision) return
  const { content_data, content_type, revision, updated_at: at } = reply
  const isLive = known.state === 'published' || known.state === 'changed'
  const wasDraft = known.state === 'draft' || known.state === 'changed'
  patchKey(reply, {
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
  const { key, start, data } = change
  startPending()
  showIfHere(key, data)
  // Whoever opens it again meanwhile goes on from this.
  patchKey(key, { content_data: data })
  const before = lines.get(nameOf(key)) ?? Promise.resolve()
  const saving = before
    .then(() => send(change, options, revisions.newest(nameOf(key), change.revision, start)))
    .finally(finishPending)
  lines.set(
    nameOf(key),
    saving.catch(() => {}),
  )
  return saving
}

async function send(change: Change, options: Options, revision: number | null): Promise<Outcome> {
  const { key, start, data } = change
  try {
    const reply = await (options.ask?.(revision) ?? calls.save(requestOf(change, revision)))
    const wrote = [data, reply.content_data]
    revisions.follow(nameOf(key), revision, reply.revision, wrote)
    acceptReply(reply)
    if (options.record !== false && reply.revision !== revision) {
      recordOperation({
        ...key,
        content_type: reply.content_type,
        before: start,
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
    if (conflict && sameData(conflict.theirs.content_data, start)) {
      // Published meanwhile: another revision, the same words.
      if (conflict.theirs.revision !== revision) {
        return send(change, options, conflict.theirs.revision)
      }
    }
    if (conflict) {
      openConflict(conflictOf(change, options, conflict))
      return { kind: 'conflict' }
    }
    takeBack(change)
    showFailure(error)
    return { kind: 'failed' }
  }
}

// Unless something newer was written over it.
function takeBack({ key, start, data }: Change): void {
  if (!sameData(findKey(key)?.content_data, data)) return
  patchKey(key, { content_data: start })
  showIfHere(key, start)
}

const conflictIn = (error: unknown): ConflictReply | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const body = error.body as ConflictReply | null
  return body?.theirs ? body : null
}

function conflictOf(change: Change, options: Options, reply: ConflictReply): Conflict {
  const { theirs } = reply
  const { key, start, revision, data: mine } = change
  const takeTheirs = () => {
    closeConflict()
    const { content_data, revision: newest, by, at } = theirs
    patchKey(key, { content_data, revision: newest, by, at })
    showIfHere(key, content_data)
  }
  const seen = { start: theirs.content_data, revision: theirs.revision }
  return {
    mine,
    start,
    reply,
    label: labelOf(key),
    resolve: (data) => {
      takeTheirs()
      const next = { ...options, ask: undefined, record: true }
      void saveChange({ key, ...seen, data }, next).then((outcome) => {
        if (outcome.kind === 'failed') options.onLater?.(data, seen)
      })
    },
    yield: () => {
      takeTheirs()
      options.onYield?.(theirs)
    },
    later: (data) => {
      takeTheirs()
      options.onLater?.(data, { start, revision })
    },
  }
}

const showIfHere = (key: ContentKey, data: ContentData): void => {
  if (isHere(key)) showData(idOf(key), data)
}
