export { inLanguage, links, type Links } from '../domain/links.ts';
