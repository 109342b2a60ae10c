import type {
  ConflictReply,
  ContentData,
  ContentKey,
  SaveReply,
  SaveRequest,
} from '../../../cms/features/content/editing/contract.ts'
import { isText } from '../../../cms/features/content/editing/ui/content-data.ts'
import { idOf, pathOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { isSameContent } from '../../../cms/features/content/rules.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { calls, showFailure } from '../calls.ts'
import { enqueueConflict, showNextConflict } from '../conflicts/conflict-queue.ts'
import { showContent } from '../page/show-content.ts'
import {
  $pageContext,
  $pageStatus,
  announce,
  type Conflict,
  findKey,
  isLive,
  isOnPage,
  patchKey,
} from '../state/editing-state.ts'
import { recordOperation } from '../undo/undo-store.ts'
import { createOwnRevisions } from './own-revisions.ts'
import { finishPending, startPending } from './pending-saves.ts'

export type Change = {
  key: ContentKey
  /** The content that the change is based on, at `revision`. */
  start: ContentData
  revision: number | null
  data: ContentData
}
export type Outcome = { kind: 'saved'; reply: SaveReply } | { kind: 'conflict' | 'failed' }
type Options = {
  /** False for undo and redo, which update the undo stack themselves. */
  recordsUndo?: boolean
  /** Replaces the toast's text after a save. */
  toast?: { title: string; description?: string }
  /** The request to send instead of a save of `data`. */
  send?: ((revision: number | null) => Promise<SaveReply>) | undefined
  /** Called with unsaved content if a conflict was postponed or its resolution could not be saved. */
  onPostponed?: (data: ContentData, from: Pick<Change, 'start' | 'revision'>) => void
  /** Called when a conflict was resolved in favour of the other version. */
  onTheirsChosen?: (theirs: ConflictReply['theirs']) => void
  /** Called when the server has stored the change, also after a conflict was resolved. */
  onSaved?: (reply: SaveReply) => void
}

const revisions = createOwnRevisions()
const queues = new Map<string, Promise<unknown>>()

const requestOf = ({ key, data }: Change, revision: number | null): SaveRequest => {
  const { page, section, content_key } = key
  const keyFields = { page, section, content_key, revision }
  return isText(data)
    ? { ...keyFields, content_type: 'text', content_data: data }
    : { ...keyFields, content_type: 'image', content_data: data }
}

function updateStatus(reply: SaveReply): void {
  const known = findKey(reply)
  if (!known || known.revision === reply.revision) return
  const { content_data, content_type, revision, updated_at: at } = reply
  const wasDraft = known.state === 'draft' || known.state === 'changed'
  patchKey(reply, {
    content_data,
    content_type,
    revision,
    at,
    by: $pageContext.get()?.user.name ?? known.by,
    state: isLive(known) ? 'changed' : 'draft',
  })
  const status = $pageStatus.get()
  if (status && !wasDraft) $pageStatus.set({ ...status, drafts: status.drafts + 1 })
}

/**
 * Saves a change as a draft. The page shows it at once, and shows the previous content again if
 * the save fails. Saves of the same key are queued.
 */
export function saveChange(change: Change, options: Options = {}): Promise<Outcome> {
  const { key, start, data } = change
  const path = pathOf(key)
  startPending()
  showIfOnPage(key, data)
  // The next edit of the key is based on this content.
  patchKey(key, { content_data: data })
  const saving = (queues.get(path) ?? Promise.resolve())
    .then(() => save(change, options, revisions.baseRevision(path, change.revision, start)))
    .finally(finishPending)
  queues.set(
    path,
    saving.catch(() => {}),
  )
  return saving
}

async function save(change: Change, options: Options, revision: number | null): Promise<Outcome> {
  const { key, start, data } = change
  try {
    const reply = await (options.send?.(revision) ?? calls.save(requestOf(change, revision)))
    revisions.record(pathOf(key), revision, reply.revision, [data, reply.content_data])
    updateStatus(reply)
    if (options.recordsUndo !== false && reply.revision !== revision) {
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
      title: 'Content Saved',
      description: 'Your changes have been saved as draft.',
      ...options.toast,
    })
    announce('Saved as draft')
    options.onSaved?.(reply)
    return { kind: 'saved', reply }
  } catch (error) {
    const conflict = conflictIn(error)
    if (conflict) {
      // Publishing created a revision with the same content, so there is no conflict: retry with that revision.
      const { content_data, revision: latest } = conflict.theirs
      if (isSameContent(content_data, start) && latest !== revision) {
        return save(change, options, latest)
      }
      enqueueConflict(conflictOf(change, options, conflict))
      return { kind: 'conflict' }
    }
    revert(change)
    showFailure(error)
    return { kind: 'failed' }
  }
}

// Restores the previous content, unless a newer change was made.
function revert({ key, start, data }: Change): void {
  if (!isSameContent(findKey(key)?.content_data, data)) return
  patchKey(key, { content_data: start })
  showIfOnPage(key, start)
}

const conflictIn = (error: unknown): ConflictReply | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const body = error.body as ConflictReply | null
  return body?.theirs ? body : null
}

function conflictOf(change: Change, options: Options, reply: ConflictReply): Conflict {
  const { theirs } = reply
  const { key, start, revision, data: mine } = change
  const showTheirs = () => {
    showNextConflict()
    const { content_data, revision: latest, by, at } = theirs
    patchKey(key, { content_data, revision: latest, by, at })
    showIfOnPage(key, content_data)
  }
  const from = { start: theirs.content_data, revision: theirs.revision }
  return {
    mine,
    start,
    reply,
    label: textName(key),
    resolve: (data) => {
      showTheirs()
      const next = { ...options, send: undefined, recordsUndo: true }
      void saveChange({ key, ...from, data }, next).then((outcome) => {
        if (outcome.kind === 'failed') options.onPostponed?.(data, from)
      })
    },
    takeTheirs: () => {
      showTheirs()
      options.onTheirsChosen?.(theirs)
    },
    postpone: (data) => {
      showTheirs()
      options.onPostponed?.(data, { start, revision })
    },
  }
}

const showIfOnPage = (key: ContentKey, data: ContentData): void => {
  if (isOnPage(key)) showContent(idOf(key), data)
}
