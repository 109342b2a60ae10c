'use client'
import { Link, useFormFields } from '@payloadcms/ui'
import { visualPath } from '../editing/admin/visual-path.ts'

/** A link from a text's record to the text on its page. */
export function OpenOnPage() {
  const path = useFormFields(([fields]) => {
    const value = (name: string) => fields?.[name]?.value as string | undefined
    const key = value('content_key')
    if (!key) return null
    const [page, section] = [value('page'), value('section')]
    return page && section ? visualPath(page, section, key) : visualPath('global', '', key)
  })
  if (!path) return null
  return (
    <Link className="btn btn--style-secondary btn--size-small" href={`/cms/visual/${path}`}>
      Open on the page
    </Link>
  )
}

/** A link from a question to all questions of its page. */
export function AllQuestions() {
  const page = useFormFields(([fields]) => fields?.page?.value as string | undefined)
  if (!page) return null
  return (
    <Link className="btn btn--style-secondary btn--size-small" href={`/cms/faq/${page}`}>
      All questions of this page
    </Link>
  )
}
