import { auditedGlobal } from '../../collections/hooks/audit.ts'
import { members as membersCollection } from '../../collections/members.ts'
import { membership } from '../../collections/membership.ts'
import type { Feature } from '../feature.ts'
import { findMemberByCookie } from './access.ts'
import { memberActions } from './audit-actions.ts'
import { deviceCalls } from './devices/calls.ts'
import { memberJobs } from './jobs.ts'
import { memberMailKinds } from './mail-kinds.ts'
import { passkeyCalls } from './passkeys/calls.ts'
import { profileCalls } from './profile/calls.ts'
import { eraseMember, exportMember } from './profile/personal-data.ts'
import { proofCalls } from './proof/calls.ts'
import { countJoinedMembers } from './queries/members.ts'
import { sessionCalls } from './sessions/calls.ts'
import { signedMemberToken } from './sessions/sessions.ts'
import {
  deviceGrants,
  memberCodes,
  memberSessions,
  passkeyChallenges,
  passkeyHandles,
  passkeyProofs,
  passkeys,
  signingKeys,
} from './tables.ts'

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
  calls: [...sessionCalls, ...passkeyCalls, ...deviceCalls, ...profileCalls, ...proofCalls],
  newcomerMetric: {
    label: 'New members',
    about: 'People who became members, without those who have deleted their account since.',
    count: countJoinedMembers,
  },
  findMember: (payload, headers) => findMemberByCookie({ headers, payload }),
  signedMemberToken,
  exportPersonalData: exportMember,
  erasePersonalData: eraseMember,
  auditActions: memberActions,
  tokenPaths: ['/common-room/sign-in/:token'],
  mailKinds: memberMailKinds,
  jobs: memberJobs,
}
