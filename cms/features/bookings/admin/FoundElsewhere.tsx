import { useEffect, useState } from 'react'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { describeDay } from '../../events/when.ts'
import type { SearchReply } from '../evening/contract.ts'
import { nameOf } from './texts.ts'

/** What a search finds on other days. */
export function FoundElsewhere({ search, day }: { search: string; day: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(search.trim()), 300)
    return () => clearTimeout(timer)
  }, [search])
  const path = text.length < 2 ? null : `evening/search?${new URLSearchParams({ text })}`
  const { reply } = useReply<SearchReply>(path)
  const found = path ? (reply?.found ?? []).filter((each) => each.day !== day) : []
  if (!found.length) return null
  return (
    <section className="evening__group">
      <h2>On other days</h2>
      <ul className="evening__found">
        {found.map((each) => (
          <li key={each.id}>
            <CmsLink href={`/cms/evening?day=${each.day}`}>
              {describeDay(each.day, day)}, {each.time}: {nameOf(each)}, {each.party}
            </CmsLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
