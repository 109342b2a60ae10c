import { auditedGlobal } from '../../collections/hooks/audit.ts'
import { members as membersCollection } from '../../collections/members.ts'
import { membership } from '../../collections/membership.ts'
import type { Feature } from '../feature.ts'
import { findMemberOfCookie } from './access.ts'
import { memberActions } from './audit-actions.ts'
import { passkeyEndpoints } from './passkeys/endpoints.ts'
import { passkeyChallenges, passkeyHandles, passkeyProofs, passkeys } from './passkeys/tables.ts'
import { profileEndpoints } from './profile/endpoints.ts'
import { membershipEndpoints } from './sessions/calls.ts'
import { signInForms } from './sessions/sign-in-forms.ts'
import { deviceGrants, memberCodes, memberSessions, signingKeys } from './tables.ts'

export const members: Feature = {
  name: 'members',
  tables: {
    member_codes: memberCodes,
    member_sessions: memberSessions,
    device_grants: deviceGrants,
    signing_keys: signingKeys,
    passkey_handles: passkeyHandles,
    passkeys,
    passkey_challenges: passkeyChallenges,
    passkey_proofs: passkeyProofs,
  },
  collections: [membersCollection],
  globals: [auditedGlobal(membership)],
  endpoints: [...membershipEndpoints, ...passkeyEndpoints, ...profileEndpoints, ...signInForms],
  findMember: (payload, headers) => findMemberOfCookie({ headers, payload }),
  auditActions: memberActions,
}
