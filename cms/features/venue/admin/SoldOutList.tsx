'use client'
import './sold-out-list.css'
import { useEffect, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { SearchField } from '../../../platform/admin/shell/SearchField.tsx'
import type { SoldOutMenu } from '../menus/sold-out.ts'

type Item = SoldOutMenu['items'][number]
type Props = {
  menus: readonly SoldOutMenu[]
  /** The page whose menus are open at first. */
  ownPage: string
}

/** Menus that open and close. A search opens those that have what is searched. */
export function SoldOutList({ menus, ownPage }: Props) {
  const [search, setSearch] = useState('')
  const searched = search.trim().toLowerCase()
  const found = menus
    .map((menu) => ({
      ...menu,
      items: menu.items.filter(({ name }) => name.toLowerCase().includes(searched)),
    }))
    .filter(({ items }) => items.length)
  if (!menus.length) return <p className="admin-quiet">No menu is written yet.</p>
  return (
    <>
      <SearchField
        label="Find a dish or a drink"
        placeholder="Find a dish or a drink"
        value={search}
        onChange={setSearch}
      />
      {found.map((menu) => (
        <Menu
          // A search opens and closes the menus, whatever was pressed before.
          key={`${menu.id} ${searched !== ''}`}
          menu={menu}
          isOpen={searched !== '' || (menu.page === ownPage && menu.isToday)}
        />
      ))}
      {found.length ? null : <p className="admin-quiet">Nothing on the menus is called that.</p>}
    </>
  )
}

function Menu({ menu, isOpen }: { menu: SoldOutMenu; isOpen: boolean }) {
  const off = menu.items.filter(({ isSoldOut }) => isSoldOut).length
  return (
    <details className="sold-out" open={isOpen}>
      <summary>
        <b>{menu.title}</b>
        <span className="admin-quiet">
          {[menu.isToday ? '' : 'not today', off ? `${off} sold out` : '']
            .filter(Boolean)
            .join(', ')}
        </span>
      </summary>
      <ul>
        {menu.items.map((item) => (
          <li key={item.id}>
            <ItemButton menu={menu.id} item={item} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function ItemButton({ menu, item }: { menu: number; item: Item }) {
  const { isBusy, call } = useCall({ toasts: true })
  // What was pressed is shown at once, and what the server says as soon as it has answered.
  const [isSoldOut, setSoldOut] = useState(item.isSoldOut)
  useEffect(() => setSoldOut(item.isSoldOut), [item.isSoldOut])
  const press = async () => {
    if (isBusy) return
    setSoldOut(!isSoldOut)
    const body = { menu, item: item.id, sold_out: !isSoldOut }
    if (!(await call('menu-list/sold-out', body))) setSoldOut(isSoldOut)
  }
  return (
    <button
      type="button"
      className="sold-out__item"
      aria-pressed={isSoldOut}
      onClick={() => void press()}
    >
      <span>
        <span className="sr">Sold out: </span>
        {item.name}
      </span>
      <span className="sold-out__mark" aria-hidden="true">
        {isSoldOut ? 'Sold out' : 'On'}
      </span>
    </button>
  )
}
