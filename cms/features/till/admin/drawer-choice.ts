import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../../platform/ui/storage.ts'
import { type Drawer, drawers } from '../rules.ts'

const storageKey = 'till_drawer'

export const isDrawer = (value: unknown): value is Drawer => drawers.includes(value as Drawer)

/** The drawer that stands beside this tablet: the one that was chosen here last. @returns null before it is known */
export function useDrawer(): [Drawer | null, (drawer: Drawer) => void] {
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  // The server does not know it, so it is read after the first render.
  useEffect(() => {
    const stored = readStored('localStorage', storageKey)
    setDrawer(isDrawer(stored) ? stored : null)
  }, [])
  const choose = (next: Drawer) => {
    setDrawer(next)
    writeStored('localStorage', storageKey, next)
  }
  return [drawer, choose]
}
