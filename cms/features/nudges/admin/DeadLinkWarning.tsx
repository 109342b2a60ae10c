'use client'
import { useLiveReply } from '../../../platform/admin/calls/use-live-reply.ts'
import type { LinkReply } from '../contract.ts'
import { parseNudgeLink } from '../rules.ts'
import { useFields } from './use-nudge.ts'

/** Warns if the site has no page at the nudge's link. The page may still be added before the nudge is sent. */
export function DeadLinkWarning() {
  const link = parseNudgeLink(useFields().link)
  const isPath = link?.startsWith('/')
  const { reply } = useLiveReply<LinkReply>('nudge-list/link', isPath ? { link } : null)
  return (
    <div role="status">
      {reply?.is_dead && reply.link === link ? (
        <p className="admin-warning">
          The site has no page at {link}: whoever clicks finds nothing.
        </p>
      ) : null}
    </div>
  )
}
