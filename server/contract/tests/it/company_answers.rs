//! The calls for answers of a company take and return the same as those for answers of a community.
use contract::POOL;
use prost_reflect::{Cardinality, Kind, MessageDescriptor, MethodDescriptor};

fn methods() -> Vec<MethodDescriptor> {
    POOL.services().flat_map(|service| service.methods().collect::<Vec<_>>()).collect()
}

/// The owner of the answers, and what only answers of communities have.
const LEFT_OUT: [&str; 5] = ["community_id", "company_id", "answered", "expiry_status", "copied"];

/// Name, type and cardinality of the fields.
fn fields(message: &MessageDescriptor) -> Vec<(String, Kind, Cardinality)> {
    let mut fields: Vec<_> = message
        .fields()
        .filter(|field| !LEFT_OUT.contains(&field.name()))
        .map(|field| (field.name().to_owned(), field.kind(), field.cardinality()))
        .collect();
    fields.sort_by(|a, b| a.0.cmp(&b.0));
    fields
}

#[test]
fn company_answer_methods_have_the_same_fields_as_community_ones() {
    let methods = methods();
    let mut compared = 0;
    for of_company in methods.iter().filter(|method| method.name().contains("CompanyAnswer")) {
        let name = of_company.name().replace("CompanyAnswer", "Answer");
        let of_community =
            methods.iter().find(|method| method.name() == name).expect("the call of a community");
        assert_eq!(fields(&of_company.input()), fields(&of_community.input()), "request of {name}");
        assert_eq!(fields(&of_company.output()), fields(&of_community.output()), "response of {name}");
        compared += 1;
    }
    assert_eq!(compared, 7);
}
