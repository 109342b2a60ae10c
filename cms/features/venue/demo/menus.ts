import { cafeMenus } from './menus/cafe.ts'
import { cocktailsMenus } from './menus/cocktails.ts'
import { hallMenus } from './menus/hall.ts'
import { kitchensMenus } from './menus/kitchens.ts'
import type { Menu } from './menus/menu.ts'

export const menus: Menu[] = [...cafeMenus, ...cocktailsMenus, ...kitchensMenus, ...hallMenus]
