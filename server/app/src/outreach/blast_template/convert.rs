//! Conversion of blast templates between the model and the contract.
use contract::v1;

use super::model::BlastTemplate;

pub fn to_contract(template: &BlastTemplate) -> v1::BlastTemplate {
    v1::BlastTemplate {
        id: template.id.to_string(),
        name: template.name.clone(),
        body: template.body.clone(),
    }
}
