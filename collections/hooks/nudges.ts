import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  PayloadRequest,
  TextFieldSingleValidation,
} from 'payload'
import { transactionOf } from '../../cms/database/query.ts'
import { nudgeProblems, parseNudgeLink, stateLabels } from '../../cms/nudges/rules.ts'
import { lockNudge } from '../../cms/nudges/service.ts'
import { refuse } from './refuse.ts'

/** Validates the link of a nudge. */
export const nudgeLink: TextFieldSingleValidation = (value) =>
  parseNudgeLink(value ?? '') !== null || nudgeProblems.link

const requireDraft = async (req: PayloadRequest, id: unknown) => {
  const nudge = await lockNudge(await transactionOf(req), Number(id))
  if (!nudge) refuse('There is no such nudge any more.', 409)
  if (nudge.state !== 'draft') {
    refuse(`This nudge is ${stateLabels[nudge.state]} and can’t be changed any more.`, 409)
  }
}

/** Refuses changes of nudges that are not drafts. The nudge stays locked until the change is saved. */
export const checkNudge: CollectionBeforeChangeHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (operation === 'update') await requireDraft(req, originalDoc.id)
  const { audience, interests, link } = { ...originalDoc, ...data }
  if (audience === 'interests' && !interests?.length) refuse(nudgeProblems.interests)
  const fresh = { state: 'draft', at: null, sent_at: null }
  const parsed = parseNudgeLink(String(link ?? ''))
  return { ...data, ...(operation === 'create' && fresh), ...(data.link && { link: parsed }) }
}

/** Nudges that were sent are kept, because caps and results count them. */
export const onlyDraftNudges: CollectionBeforeDeleteHook = ({ id, req }) => requireDraft(req, id)
