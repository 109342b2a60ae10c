import type { AdminViewServerProps } from 'payload'
import { KeepFresh } from '../../../platform/admin/dashboard/KeepFresh.tsx'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { dayText } from '../../../platform/admin/shell/format.ts'
import { findBoard } from '../staff/board.ts'
import { DropBoard } from './DropBoard.tsx'
import { DropForm } from './DropForm.tsx'
import { stateTexts } from './texts.ts'
import './drops.css'

const path = '/cms/secret-kitchens'

/** `/secretkitchenadmin`: the drops, and one of them with its claims, numbers and what was done to it. */
export async function DropsView(view: AdminViewServerProps) {
  requireStaff(view, 'drops.run')
  const { req } = view.initPageResult
  const given = String(view.searchParams?.drop ?? '')
  const isNew = given === 'new'
  const wanted = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined
  const board = await findBoard(req.payload, wanted)
  const { drops, chosen } = board
  const facts = { pictures: board.pictures, moments: board.moments, currency: board.currency }
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Secret kitchens', url: path }]}
      className="drops admin-inputs station-view"
    >
      <KeepFresh />
      <header className="drops__head">
        <h1>Secret kitchens</h1>
        <CmsLink className="ui-button" href={`${path}?drop=new`}>
          New drop
        </CmsLink>
      </header>
      <nav aria-label="Drops">
        <ul className="drops__list">
          {drops.map(({ id, title, day, state, taken, portions }) => (
            <li key={id}>
              <CmsLink
                href={`${path}?drop=${id}`}
                aria-current={!isNew && chosen?.drop.id === id ? 'page' : undefined}
              >
                <b>{title}</b>
                <span>
                  {stateTexts[state]}, {dayText(day)}
                </span>
                <span>
                  {taken} of {portions}
                </span>
              </CmsLink>
            </li>
          ))}
        </ul>
      </nav>
      {drops.length ? null : (
        <p className="admin-quiet">There are no drops yet. Write the first one.</p>
      )}
      {isNew ? (
        <section className="drops__edit">
          <h2>A new drop</h2>
          <DropForm key="new" chosen={null} {...facts} />
        </section>
      ) : chosen ? (
        <DropBoard key={chosen.drop.id} chosen={chosen} timeZone={board.timeZone} {...facts} />
      ) : wanted ? (
        <p className="admin-quiet">There is no such drop. It may have been deleted.</p>
      ) : null}
    </AdminPage>
  )
}
