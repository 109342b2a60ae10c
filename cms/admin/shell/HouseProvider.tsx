import type { ServerProps } from 'payload'
import type { ReactNode } from 'react'
import { HouseContext } from './HouseContext.tsx'
import { findHouse } from './house.ts'

/** Tells every view of the admin whose house it is. */
export async function HouseProvider({ children, payload }: ServerProps & { children?: ReactNode }) {
  return <HouseContext house={await findHouse(payload)}>{children}</HouseContext>
}
