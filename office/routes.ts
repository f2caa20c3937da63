import { homePage } from './home.ts';
import { loginRoutes } from './login/routes.ts';
import { officeStaticRoutes } from './static.ts';

/** Every page of the office. */
export const officeRoutes = [homePage, ...loginRoutes, ...officeStaticRoutes];
