'use client'
import { useDocumentInfo } from '@payloadcms/ui'
import { useEffect, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { asWords } from '../../../platform/ui/as-words.ts'
import type { LetterHistory } from '../contract.ts'

/** The list of a subscriber's letters, on the subscriber's page, with the state of each letter's mail. */
export function LettersSent() {
  const { id } = useDocumentInfo()
  const { timeZone, today } = useAdminContext()
  const [letters, setLetters] = useState<LetterHistory['letters'] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!id) return
    const controller = new AbortController()
    callApi<LetterHistory>(`newsletter/letters?id=${id}`, { signal: controller.signal })
      .then((reply) => setLetters(reply.letters))
      .catch((error) => controller.signal.aborted || setProblem(errorMessage(error)))
    return () => controller.abort()
  }, [id])
  return (
    <section className="subscriber-letters" aria-labelledby="subscriber-letters">
      <h3 id="subscriber-letters">Letters</h3>
      <Problem>{problem}</Problem>
      {letters && !letters.length ? <p className="admin-quiet">None went to them yet.</p> : null}
      {letters?.length ? (
        <table>
          <thead>
            <tr>
              <th scope="col">Letter</th>
              <th scope="col">When</th>
              <th scope="col">What became of it</th>
            </tr>
          </thead>
          <tbody>
            {letters.map((each) => (
              <tr key={each.id}>
                <th scope="row">
                  <CmsLink href={`/cms/collections/letters/${each.letter}`}>{each.subject}</CmsLink>
                </th>
                <td>
                  <time dateTime={each.at}>{formatMoment(each.at, timeZone, today)}</time>
                </td>
                <td>
                  {each.isKept ? 'Not sent' : asWords(each.state)}
                  {each.isComplaint ? ', called unwanted' : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}
