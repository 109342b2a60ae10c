import {
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type PayloadRequest,
  type RelationshipFieldSingleValidation,
  type SelectFieldManyValidation,
  type TextFieldSingleValidation,
  ValidationError,
} from 'payload'
import { relationship, select } from 'payload/shared'
import { transactionOf } from '../../platform/database/query.ts'
import { refuse } from '../../platform/payload/hooks/refuse.ts'
import type { Nudge } from '../../platform/payload/payload-types.ts'
import {
  type Audience,
  findMissingField,
  nudgeProblems,
  parseNudgeLink,
  stateLabels,
} from './rules.ts'
import { findAudienceProblem, lockNudgeState } from './service.ts'

/** Validates the link of a nudge. */
export const nudgeLink: TextFieldSingleValidation = (value) =>
  parseNudgeLink(value ?? '') !== null || nudgeProblems.link

const requireDraft = async (req: PayloadRequest, id: unknown) => {
  const state = await lockNudgeState(await transactionOf(req), Number(id))
  if (!state) refuse('There is no such nudge any more.', 409)
  if (state !== 'draft') {
    refuse(`This nudge is ${stateLabels[state]} and can’t be changed any more.`, 409)
  }
}

const audienceOf = (nudge: Partial<Nudge>): Audience => ({
  audience: nudge.audience ?? 'everyone',
  interests: nudge.interests ?? [],
  // Payload checks only after the hooks whether the value is a list.
  own_topics: Array.isArray(nudge.own_topics) ? (nudge.own_topics as string[]) : [],
  areas: nudge.areas ?? [],
  time_slots: nudge.time_slots ?? [],
  beer_styles: nudge.beer_styles ?? [],
  person: typeof nudge.person === 'object' ? (nudge.person?.id ?? null) : (nudge.person ?? null),
})

/** Validates the lists of a chosen audience. At least one of the lists must have an entry. */
export const nudgeLists: SelectFieldManyValidation = async (value, options) => {
  const defaultResult = await select(value, options)
  return defaultResult === true ? missingAt('interests', options.data) : defaultResult
}

/** Validates the member who gets a nudge. */
export const nudgePerson: RelationshipFieldSingleValidation = async (value, options) => {
  const defaultResult = await relationship(value, options)
  return defaultResult === true ? missingAt('person', options.data) : defaultResult
}

function missingAt(field: string, nudge: Partial<Nudge>): string | true {
  const missing = findMissingField(audienceOf(nudge))
  return missing?.field === field ? missing.message : true
}

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
  const audience = audienceOf(nudge)
  // Payload validates the fields after this hook. It reports a missing field together with all other problems.
  const problem = findMissingField(audience)
    ? null
    : await findAudienceProblem(req.payload, db, audience)
  if (problem) {
    const errors = [{ path: problem.field, message: problem.message }]
    throw new ValidationError({ collection: 'nudges', errors, req }, req.t)
  }
  const initialFields = { state: 'draft', at: null, sent_at: null, in_slot: false }
  const parsed = parseNudgeLink(String(nudge.link ?? ''))
  return {
    ...data,
    missed_at: null,
    ...(operation === 'create' && initialFields),
    ...(data.link && { link: parsed }),
  }
}

/** Refuses to delete nudges that are not drafts, because results and caps (cms/features/nudges/rules.ts) count sent nudges. */
export const onlyDraftNudges: CollectionBeforeDeleteHook = ({ id, req }) => requireDraft(req, id)
