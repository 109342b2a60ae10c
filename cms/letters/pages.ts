export const publicPatterns = [{ path: /^\/letters\/[a-z0-9-]{1,100}$/, page: 'letter' }]
