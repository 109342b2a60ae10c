/** Whether the page is one on which somebody works or decides, so that nothing may cover it. See `site/work-pages.ts`. */
export const isAtWork = (): boolean => document.body.hasAttribute('data-work')
