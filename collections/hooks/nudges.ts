import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  PayloadRequest,
  TextFieldSingleValidation,
} from 'payload'
import { transactionOf } from '../../cms/database/query.ts'
import {
  type Audience,
  nudgeProblems,
  parseNudgeLink,
  stateLabels,
} from '../../cms/nudges/rules.ts'
import { findAudienceProblem, lockNudge } from '../../cms/nudges/service.ts'
import type { Nudge } from '../../cms/payload-types.ts'
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

const audienceOf = (nudge: Nudge): Audience => ({
  audience: nudge.audience ?? 'everyone',
  interests: nudge.interests ?? [],
  own_topics: (nudge.own_topics as string[] | null | undefined) ?? [],
  areas: nudge.areas ?? [],
  time_slots: nudge.time_slots ?? [],
  beer_styles: nudge.beer_styles ?? [],
  person: typeof nudge.person === 'object' ? (nudge.person?.id ?? null) : (nudge.person ?? null),
})

/** Refuses changes of nudges that are not drafts. The nudge stays locked until the change is saved. */
export const checkNudge: CollectionBeforeChangeHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (operation === 'update') await requireDraft(req, originalDoc.id)
  const nudge = { ...originalDoc, ...data }
  const db = await transactionOf(req)
  const problem = await findAudienceProblem(req.payload, db, audienceOf(nudge))
  if (problem) refuse(problem.message)
  const fresh = { state: 'draft', at: null, sent_at: null, in_slot: false }
  const parsed = parseNudgeLink(String(nudge.link ?? ''))
  return {
    ...data,
    missed_at: null,
    ...(operation === 'create' && fresh),
    ...(data.link && { link: parsed }),
  }
}

/** Nudges that were sent are kept, because caps and results count them. */
export const onlyDraftNudges: CollectionBeforeDeleteHook = ({ id, req }) => requireDraft(req, id)
