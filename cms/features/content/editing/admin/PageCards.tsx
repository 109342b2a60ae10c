import { CmsLink } from '../../../../platform/admin/shell/CmsLink.tsx'
import type { SitePage } from '../../admin/site-pages.ts'

/** Lists all pages with links. `drafts` is the number of drafts by page key. */
export function PageCards({
  pages,
  drafts,
}: {
  pages: SitePage[]
  drafts: Record<string, number>
}) {
  return (
    <ul className="page-cards">
      {pages.map(({ page, name, path }) => {
        const draftCount = drafts[page] ?? 0
        return (
          <li key={page} data-waiting={draftCount > 0 || undefined}>
            <CmsLink className="page-cards__name" href={`/cms/visual/${page}`}>
              {name}
            </CmsLink>
            <span className="page-cards__state">
              {draftCount ? `${draftCount} ${draftCount === 1 ? 'draft' : 'drafts'}` : ''}
            </span>
            <CmsLink href={`/cms/visual/${page}`} aria-label={`Edit ${name}`}>
              Edit
            </CmsLink>
            <a href={path} target="_blank" rel="noreferrer" aria-label={`Open ${name} on the site`}>
              Open
            </a>
          </li>
        )
      })}
    </ul>
  )
}
