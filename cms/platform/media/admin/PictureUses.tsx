import type { PayloadRequest } from 'payload'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { databaseOf } from '../../database/query.ts'
import { findUses } from '../find-uses.ts'
import { animationNote } from '../rules.ts'

type Props = {
  id?: number | string
  data?: { picture?: { wasAnimation?: true } | null }
  req: PayloadRequest
}

/** The places that show a picture, listed beside the picture's form. */
export async function PictureUses({ id, data, req }: Props) {
  if (!id) return null
  const picture = Number(id)
  const uses = (await findUses(req.payload, databaseOf(req.payload), [picture])).get(picture) ?? []
  return (
    <section aria-labelledby="picture-uses">
      {data?.picture?.wasAnimation && <p className="admin-quiet">{animationNote}</p>}
      <h3 id="picture-uses">Where it is shown</h3>
      {uses.length ? (
        <>
          <p>It can be deleted when another picture is chosen in:</p>
          <ul>
            {uses.map(({ place, path }) => (
              <li key={`${path} ${place}`}>
                <CmsLink href={`/cms${path}`}>{place}</CmsLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="admin-quiet">Nowhere yet. It can be deleted.</p>
      )}
    </section>
  )
}
