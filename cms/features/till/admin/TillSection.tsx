import './till.css'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { CardForm } from './FindMember.tsx'

/** The till on the first page of the bar: a card opens its member's credit. */
export const TillSection = () => (
  <section>
    <h2>Till</h2>
    <CardForm />
    <div className="station__buttons">
      <CmsLink className="station__button" href="/cms/till/closing">
        Count the drawer
      </CmsLink>
    </div>
  </section>
)
