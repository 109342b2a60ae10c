import { newcomers } from '../../platform/admin/newcomers.ts'
import type { Feature } from '../../platform/feature.ts'
import { signedInMembers } from '../../platform/http/ports.ts'
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
  calls: [...sessionCalls, ...passkeyCalls, ...deviceCalls, ...profileCalls, ...proofCalls],
  provides: [
    signedInMembers.with({
      find: (payload, headers) => findMemberByCookie({ headers, payload }),
      signedToken: signedMemberToken,
    }),
    newcomers.with({
      label: 'New members',
      about: 'People who became members, without those who have deleted their account since.',
      count: countJoinedMembers,
    }),
  ],
  exportPersonalData: exportMember,
  erasePersonalData: eraseMember,
  auditActions: memberActions,
  tokenPaths: ['/common-room/sign-in/:token', '/secretkitchens/sign-in/:token'],
  mailKinds: memberMailKinds,
  jobs: memberJobs,
}
